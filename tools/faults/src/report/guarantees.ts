import type { Result } from './result.ts';

/** A promise, and the rows and controls that prove it. */
interface Guarantee {
  readonly promise: string;
  readonly proofs: readonly string[];
}

interface Chapter {
  readonly title: string;
  readonly guarantees: readonly Guarantee[];
}

const to = (promise: string, proofs: string): Guarantee => ({ promise, proofs: proofs.split(' ') });

const chapters: readonly Chapter[] = [
  {
    title: 'Money and books',
    guarantees: [
      to(
        'A request that was answered with success is stored and takes effect once, even if a process, a database or a connection fails.',
        'F1 F2 F3 F16 F17 F23 F53',
      ),
      to(
        'The books always balance, and concurrent requests never spend more than the available balance.',
        'F11 F12 F14 F15 F26 F29',
      ),
      to(
        'Each charge and refund at a payment processor counts once, even if its response is lost, repeated or late.',
        'F30 F31 F32 F33 F34 F35 F36 F63 F64',
      ),
      to(
        'Each bank transfer counts once, and only a transfer of the exact amount pays a payment request.',
        'F37',
      ),
      to(
        'Each subscription period is charged once and on the right day, and closed accounts are not billed.',
        'F13 F18 F19 F26B',
      ),
      to('A payment link credits the account at most once.', 'T24'),
      to(
        'Refunds, credit notes, disputes and plan changes together return at most the amount that the customer paid.',
        'T54',
      ),
      to(
        'Credit of a customer is granted once, never taken back beyond its balance, and only its unused rest expires.',
        'T76',
      ),
      to('A coupon is never redeemed more often than it can be.', 'T77'),
      to('An automatic charge of a one-off invoice takes the money once.', 'T71'),
      to('A plan change credits unused time with the tax of the original invoice.', 'F65'),
      to(
        'A VAT ID changes the tax of a live customer only after a tax office verified it or a person vouched for it.',
        'T68',
      ),
      to(
        'An invoice has the tax that the tax engine calculated for exactly its lines and address, and each sale is reported once.',
        'T69',
      ),
      to(
        'Foreign bank statements, webhooks with a wrong time and refunds of disputed payments move no money.',
        'T49 T51 T52',
      ),
      to('Test cards, test keys and test statements never pay a live account.', 'T33'),
    ],
  },
  {
    title: 'Events, webhooks, mail and files',
    guarantees: [
      to(
        'Each event takes effect once and in the order of its object, even if NATS fails or loses its data.',
        'F4 F5 F6 F7 F8 F9 F10 F50 F51 F52 F66',
      ),
      to('Each event is delivered to each webhook endpoint with a valid signature.', 'F27'),
      to(
        'Each mail is sent, even if the mail server fails; a repeated mail has the same Message-ID.',
        'F39',
      ),
      to('A slow mail server does not delay links and codes that a person waits for.', 'F62'),
      to('Mail and webhooks of one account do not delay those of another account.', 'T64 T65'),
      to("Search shows an object's current name, even if its events arrive out of order.", 'F40'),
      to('An export contains each row once, and its link opens no other object.', 'F38 T34'),
      to(
        'A restored month of the event log equals the exported month, and a damaged file is refused.',
        'F56',
      ),
      to(
        'After erasure, no event names the customer or the user, including events that arrive later.',
        'T67 T70',
      ),
    ],
  },
  {
    title: 'Availability',
    guarantees: [
      to(
        'If a service hangs or a row is locked, the request fails within seconds, and other accounts are not affected.',
        'F21 F22',
      ),
      to(
        'Restarts and rolling upgrades fail no request, and an upgrade can be rolled back under load.',
        'F20 F24 F28 F42 F57',
      ),
      to('A restored backup is complete, and so is a recovery to a point in time.', 'F25 F41'),
      to(
        'Reads from a standby include every write that the client already knows of, and none of them fails with the standby.',
        'F54',
      ),
      to('The ledger is scaled out before clients have to wait, and scaled in afterwards.', 'F55'),
      to(
        'When a shard of the ledger fails or moves, no write is lost and other shards are not affected.',
        'F60 F61',
      ),
      to(
        'Replicas behind a DNS name receive requests within seconds after they start, and the gateway warns of a virtual address.',
        'T75',
      ),
      to("One account's long PDFs do not delay the PDFs of another account.", 'T53'),
      to('A flood of logins from some addresses does not block logins from others.', 'T27'),
    ],
  },
  {
    title: 'Access',
    guarantees: [
      to(
        'A revoked session, user or API key is refused by every gateway as soon as the revocation is answered.',
        'T1 T4',
      ),
      to(
        'Forged tokens never pass, valid tokens never fail, and requests cannot be smuggled or sent past the gateway.',
        'T6 T7 T8 T23 T32',
      ),
      to('Network access to NATS alone gives no read or write access.', 'T26'),
      to('Local programs cannot read metrics or versions without the metrics token.', 'T31'),
      to(
        'Callers can read, change and find only their own objects, and set only the fields that their role permits.',
        'T10 T11 T21 T42 T47 T47B',
      ),
      to(
        'An API key grants no scope, role or lifetime beyond its own, and cannot change logins.',
        'T66',
      ),
      to(
        'Each login takes at most 100 password guesses an hour from one IPv4 address or IPv6 /64, and secrets never appear in logs or responses.',
        'T13 T14 T22',
      ),
      to('Each email address has at most one login.', 'T15'),
      to('Login and password reset do not reveal which addresses have a login.', 'T12 T29'),
      to('Only the recipient of the mail can reset a password, and each link works once.', 'T30'),
      to(
        'A login belongs to its person: no account can take it over, and each open account keeps an owner who can log in.',
        'T60 T60B T61 T62 T63',
      ),
      to(
        'A password reset removes access for everyone else, and undoing an email change ends the memberships gained through it.',
        'T55 T56',
      ),
      to('A second-factor code and a login link work once.', 'T38 T44'),
      to(
        'Only the invited person can join an account, with at most the role of the inviter.',
        'T39',
      ),
      to(
        'Other sites cannot use a browser session, frame the console or the reference, or run scripts in them.',
        'T36 T37 T43 T46 T48',
      ),
    ],
  },
  {
    title: 'Input and output',
    guarantees: [
      to(
        'Invalid input is answered with a readable 4xx error, slow clients do not affect others, and a response is never cut off.',
        'T16 T19 T28',
      ),
      to(
        'Forms accept extra fields from browsers, and JSON with undeclared members is refused.',
        'T50',
      ),
      to('Webhooks cannot reach private addresses or read their responses.', 'T25 T45'),
      to(
        'Addresses that bounced or unsubscribed get no mail, and texts from sellers and customers cannot inject headers or markup.',
        'T35 T40 T41',
      ),
    ],
  },
];

/** All ids that a promise names. */
export const namedProofs: readonly string[] = chapters.flatMap(({ guarantees }) =>
  guarantees.flatMap(({ proofs }) => proofs),
);

/** The page of all promises, with the date since which every proof of a promise has held. Pure. */
export function renderGuarantees(results: readonly Result[]): string {
  const byId = new Map(results.map((result) => [result.id, result]));
  return `# Guarantees

Written by \`npm run faults\`; do not edit it. The promises are in \`tools/faults/src/report/guarantees.ts\`.

Each promise has proofs: runs on real processes, Postgres and NATS that inject a fault or an attack. Each proof has a
control, the same run with one defect, which must fail. [Faults](faults.md) shows what each proof does, its last result and
the limits of the method. [Security](security.md) describes the threats.

The last column is the oldest date among the last runs of its proofs.
${chapters.map((chapter) => renderChapter(chapter, byId)).join('')}`;
}

function renderChapter(
  { title, guarantees }: Chapter,
  results: ReadonlyMap<string, Result>,
): string {
  const rows = guarantees.map(
    ({ promise, proofs }) => `| ${promise} | ${proofs.join(', ')} | ${lastHeld(proofs, results)} |`,
  );
  return `
## ${title}

| promise | proofs | last held |
| --- | --- | --- |
${rows.join('\n')}
`;
}

function lastHeld(proofs: readonly string[], results: ReadonlyMap<string, Result>): string {
  const found = proofs.map((id) => results.get(id));
  const failed = proofs.filter((_id, index) => found[index]?.passed === false);
  if (failed.length > 0) return `FAILED: ${failed.join(', ')}`;
  return found.map((result) => result?.date ?? 'not run').sort()[0] ?? '';
}
