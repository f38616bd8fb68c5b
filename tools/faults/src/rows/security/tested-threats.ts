import type { Row } from '../../row.ts';
import { tested } from './tested.ts';

/** The threats that tests of one app show, which also start what they need. */
export const testedThreats: readonly Row[] = [
  tested({
    id: 'T4',
    fault: 'a refresh token is used 50 times at once (T4), or once more later (T5)',
    holds: 'one of them wins; a late one ends the session',
    control: 'an identity that refuses a used token and leaves its session alone',
    files: ['apps/identity/test/refresh-session.test.ts'],
    broken: { module: 'apps/identity/src/sessions/decide.ts', by: 'identity/refresh.ts' },
  }),
  tested({
    id: 'T6',
    fault:
      'more than 60 forged tokens: unsigned, signed with what is public, with keys of their own, without an end, of other kinds, of 64 KB',
    holds: '401 on each way of asking for one, and nothing reaches a service',
    control: 'a gateway that believes what a token says of itself',
    files: ['apps/gateway/test/tokens.test.ts'],
    broken: { module: 'apps/gateway/src/tokens/verify-token.ts', by: 'gateway/verify-token.ts' },
  }),
  tested({
    id: 'T8',
    fault:
      'internal headers spoofed (T8), and requests smuggled over raw connections: two lengths, CL.TE, TE.CL, bare LF, chunked DELETE, Upgrade (T9)',
    holds: 'refused, or framed anew; no answer is taken for another one’s',
    control: 'a gateway that takes every frame that Node takes',
    files: ['apps/gateway/test/headers.test.ts', 'apps/gateway/test/frames.test.ts'],
    broken: { module: 'apps/gateway/src/requests/frame.ts', by: 'gateway/frame.ts' },
  }),
  tested({
    id: 'T11',
    fault: 'members that nobody may choose, in what makes and changes users',
    holds: 'no effect',
    control: 'an identity that puts new users wherever whoever makes them says',
    files: ['apps/identity/test/threats/mass-assignment.test.ts'],
    broken: { module: 'apps/identity/src/users/decide.ts', by: 'identity/membership.ts' },
  }),
  tested({
    id: 'T12',
    fault: 'passwords of people there are and of people there are not',
    holds: 'the same work either way',
    control: 'an identity that compares nothing for somebody it does not know',
    files: ['apps/identity/src/passwords/hasher.test.ts'],
    broken: {
      module: 'apps/identity/src/passwords/hasher.ts',
      by: 'identity/password-hasher.ts',
    },
  }),
  tested({
    id: 'T13',
    fault: 'passwords are guessed',
    holds: 'at most a hundred tries an hour; the owner comes in from elsewhere',
    control: 'an identity that lets everybody try as often as they like',
    files: ['apps/identity/test/threats/guessing.test.ts'],
    broken: { module: 'apps/identity/src/login/decide.ts', by: 'identity/login-throttle.ts' },
  }),
  tested({
    id: 'T14',
    fault: 'passwords that differ late, by a NUL, by their form of Unicode',
    holds: 'none matches another one',
    control: 'an identity that compares what bcrypt by itself reads',
    files: ['apps/identity/test/threats/password-bytes.test.ts'],
    broken: {
      module: 'apps/identity/src/passwords/hasher.ts',
      by: 'identity/short-passwords.ts',
    },
  }),
  tested({
    id: 'T15',
    fault: 'one email in many forms, 50 times at once',
    holds: 'one owner',
    control: 'an identity that compares emails as they are typed',
    files: ['apps/identity/test/threats/email-forms.test.ts'],
    broken: { module: 'packages/contracts/src/email.ts', by: 'packages/email.ts' },
  }),
  tested({
    id: 'T29',
    fault: 'a new password is asked for, for people there are and people there are not',
    holds: 'the same answer after the same time: medians less than 2 ms apart',
    control: 'an identity that writes to them before it answers',
    files: ['apps/identity/test/threats/enumeration.test.ts'],
    broken: {
      module: 'apps/identity/src/password-resets/request.ts',
      by: 'identity/answers-after-looking.ts',
    },
  }),
  tested({
    id: 'T30',
    fault:
      'links by mail used twice, at once, too late, at another page, after another one of theirs was used; codes guessed; an email changed by whoever knows the password',
    holds: 'each does one thing, once; five codes; the former mailbox goes back within 72 hours',
    control: 'an identity whose links go on working',
    files: [
      'apps/identity/test/password-resets.test.ts',
      'apps/identity/test/email-confirmations.test.ts',
      'apps/identity/test/email-changes.test.ts',
      'apps/identity/test/auth-pages.test.ts',
    ],
    broken: {
      module: 'apps/identity/src/email-confirmations/model.ts',
      by: 'identity/endless-links.ts',
    },
  }),
  tested({
    id: 'T35',
    fault: 'notices of mail that came back from anybody, and links to do without mails guessed',
    holds: 'nobody’s mail stops by them',
    control: 'a mail that writes to everybody, whatever was said of them',
    files: ['apps/mail/test/suppressions.test.ts'],
    broken: { module: 'apps/mail/src/suppressions/model.ts', by: 'mail/writes-to-everybody.ts' },
  }),
  tested({
    id: 'T40',
    fault:
      'words of a seller for mails that name secrets, or bring markup, headers or letters that are not seen',
    holds: 'they are refused, or stand in the mail as the text that they are',
    control: 'a mail that takes whatever a seller says',
    files: ['apps/mail/test/templates.test.ts', 'apps/mail/src/templates/words.test.ts'],
    broken: { module: 'apps/mail/src/templates/words.ts', by: 'mail/says-anything.ts' },
  }),
  tested({
    id: 'T41',
    fault: 'names and references with line breaks, markup or addresses in mails',
    holds: 'a header is one line, a mail goes to one address, and markup is text',
    control: 'a mail whose subjects keep their line breaks',
    files: ['apps/mail/src/letters/render.test.ts', 'apps/mail/test/sending.test.ts'],
    broken: { module: 'apps/mail/src/letters/render.ts', by: 'mail/breaks-lines.ts' },
  }),
  tested({
    id: 'T19',
    fault: '500 slow senders, bodies without end and beyond the size',
    holds: 'they are cut, others are served',
    control: 'a gateway that waits for senders as long as they take',
    files: ['apps/gateway/test/bodies.test.ts'],
    broken: { module: 'apps/gateway/src/requests/server.ts', by: 'gateway/server.ts' },
  }),
  tested({
    id: 'T21',
    fault: 'patterns and quotes in a search',
    holds: 'they mean themselves',
    control: 'an identity that takes a percent sign for anything',
    files: ['apps/identity/test/threats/search.test.ts'],
    broken: { module: 'apps/identity/src/users/list-queries.ts', by: 'identity/list-users.ts' },
  }),
  tested({
    id: 'T24',
    fault: 'a payment link is paid in 50 tabs at once through 2 ledgers, or after closure',
    holds: 'one credit or none',
    control: 'a ledger that lets everybody pay who comes before it is paid',
    files: ['apps/ledger/test/pay-races.isolated.test.ts'],
    broken: {
      module: 'apps/ledger/src/payment-requests/decide.ts',
      by: 'ledger/decide-payment-request.ts',
    },
  }),
  tested({
    id: 'T25',
    fault:
      'webhooks to loopback, private and link-local addresses, by names that change, by redirects',
    holds: 'refused when the connection is made',
    control: 'a webhooks that takes every address for one that anybody may call',
    files: ['apps/webhooks/test/private-targets.isolated.test.ts'],
    broken: {
      module: 'apps/webhooks/src/deliveries/public-addresses.ts',
      by: 'webhooks/public-addresses.ts',
    },
  }),
  tested({
    id: 'T28',
    fault:
      'bytes behind a request, or the end of its sender’s side, on plain and TLS connections, by HTTP/1.0 too',
    holds: 'the answer of what took effect arrives, then the connection is closed: lost answers 0',
    control: 'a gateway that hangs up as soon as it reads what is no HTTP',
    files: ['apps/gateway/test/answers.test.ts'],
    broken: {
      module: 'apps/gateway/src/requests/connections.ts',
      by: 'gateway/connections.ts',
    },
  }),
  tested({
    id: 'T31',
    fault: 'a stranger on the same machine asks processes for their metrics and their version',
    holds: '401, and nothing said, without the token for it',
    control: 'processes that tell everybody',
    files: ['packages/service/src/http/serve.test.ts', 'apps/gateway/test/metrics.test.ts'],
    broken: {
      module: 'packages/service/src/metrics/require-metrics-token.ts',
      by: 'packages/require-metrics-token.ts',
    },
  }),
  tested({
    id: 'T32',
    fault:
      'links between the gateway and a service, asked for without a key, changed on their way, or recorded and played again',
    holds: 'refused or cut, and nothing of it is done',
    control: 'a service that takes every frame for one that the gateway has sent',
    files: ['packages/link/src'],
    broken: { module: 'packages/link/src/tag.ts', by: 'packages/tag.ts' },
  }),
  tested({
    id: 'T33',
    fault: 'test cards, and statements and keys of test mode, are used for a live account',
    holds: 'refused, and nothing is taken or credited',
    control: 'a processors whose processors serve accounts of either mode',
    files: ['apps/processors/test/livemode.test.ts'],
    broken: {
      module: 'apps/processors/src/registry.ts',
      by: 'processors/serves-either-mode.ts',
    },
  }),
  tested({
    id: 'T34',
    fault:
      'links to invoices, portals and files are guessed, changed on their way, used after their end, or for what is somebody else’s',
    holds: '404, and nothing of it is shown or done',
    control: 'a billing that believes every signature of a link',
    files: ['apps/billing/test/exports.test.ts', 'apps/billing/test/public-pages.test.ts'],
    broken: {
      module: 'apps/billing/src/exports/link.ts',
      by: 'billing/believes-every-link.ts',
    },
  }),
  tested({
    id: 'T36',
    fault:
      'pages of other sites, and of other hosts of the same site, make a browser send what its cookie allows, or post a login',
    holds: 'refused: 403, and nothing is done',
    control: 'a gateway that takes every cookie for a token',
    files: ['apps/gateway/src/tokens/browser-sessions.test.ts'],
    broken: {
      module: 'apps/gateway/src/tokens/browser-sessions.ts',
      by: 'gateway/believes-every-cookie.ts',
    },
  }),
  tested({
    id: 'T37',
    fault:
      'a login by a browser that is to lead elsewhere, comes under a Host of somebody else’s, is to go on in a session of before, or to stand in a frame',
    holds:
      'it leads to pages of Florin alone, each login is a session of its own, and no page is framed',
    control: 'an identity whose login leads anywhere',
    files: ['apps/identity/test/login-page.test.ts'],
    broken: {
      module: 'apps/identity/src/browser-sessions/return-to.ts',
      by: 'identity/leads-anywhere.ts',
    },
  }),
  tested({
    id: 'T38',
    fault: 'codes of a second factor guessed, used twice or at once, or done without',
    holds: 'each is good once, five wrong ones in a quarter of an hour, and no login without one',
    control: 'an identity that takes codes twice',
    files: ['apps/identity/test/factors.test.ts'],
    broken: {
      module: 'apps/identity/src/factors/totp.ts',
      by: 'identity/takes-codes-twice.ts',
    },
  }),
  tested({
    id: 'T39',
    fault:
      'invitations to an address of somebody else, by who may not, for more than they may give, or used again',
    holds: 'nobody joins but who reads the mail and knows the password of the login that there is',
    control: 'an identity in which whoever looks after an account makes owners',
    files: ['apps/identity/test/invitations.test.ts', 'apps/identity/test/memberships.test.ts'],
    broken: {
      module: 'apps/identity/src/users/decide-access.ts',
      by: 'identity/appoints-anybody.ts',
    },
  }),
];
