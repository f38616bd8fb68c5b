import { newEmail } from '@florin/system-kit';
import { eventually, logoOf } from '@florin/testing';
import { call } from '../../api.ts';
import { findUnsubscribeLink } from '../../mailbox.ts';
import { NOTICES_TOKEN } from '../../start-florin.ts';
import { browse, openPage } from '../pay.ts';
import { must, type Owner } from '../people.ts';
import { guarded, needsToken, refuses, refusesEach, scenarios, succeeds } from '../scenario.ts';
import { ABSENT, logInAdmin, requestPayment, subscribe, type World } from '../world.ts';

const NOTICES = 'POST /mail/notices/{token}';
const LINK = '/mail/unsubscribe/{token}';
const LIST = '/v1/mail_suppressions';
const ONE = `${LIST}/{mail_suppression_id}`;
const UNKNOWN = `/mail/unsubscribe/${'A'.repeat(43)}`;

const notify = (body: object, token: string = NOTICES_TOKEN) =>
  call('POST', `/mail/notices/${token}`, { body });
const bounce = (email: string) => notify({ notices: [{ type: 'bounce', email }] });

/** A suppressed address. */
export async function newSuppression(): Promise<{ readonly id: string }> {
  const email = newEmail();
  await must(() => bounce(email));
  const admin = await logInAdmin();
  const { data } = await must(() =>
    admin.call('GET', `${LIST}?email=${encodeURIComponent(email)}`),
  );
  return data[0];
}

/** A customer unsubscribes from an account's mail. */
export async function unsubscribe(owner: Owner): Promise<void> {
  await browse(await endingTrial(owner), { method: 'POST' });
}

/** The link of a mail to a customer whose trial ends soon. */
export async function endingTrial(owner: Owner): Promise<string> {
  const email = newEmail();
  const { id } = await must(() => owner.call('POST', '/v1/customers', { body: { email } }));
  await subscribe(owner, { customer_id: id, trial_period_days: 1 });
  return findUnsubscribeLink(email);
}

const remove = ({ admin }: World, id: string) => admin.call('DELETE', `${LIST}/${id}`);

const RESEND = 'POST /v1/mails/{mail_id}/resend';
const resend = (caller: Pick<Owner, 'call'>, id: string) =>
  caller.call('POST', `/v1/mails/${id}/resend`);

/** The first mail about an object, once it is in a final state. */
export function endedMail(owner: Pick<Owner, 'call'>, objectId: string): Promise<string> {
  return eventually(async () => {
    const { data } = await must(() => owner.call('GET', `/v1/mails?object_id=${objectId}`));
    if (!data[0]?.ended_at) throw new Error('no mail is in a final state yet');
    return data[0].id;
  });
}

/** A mail that waits for half a minute: a saved card may pay the invoice in the meantime. */
async function waitingMail(owner: Owner): Promise<string> {
  const { id } = await subscribe(owner, {});
  const { data } = await must(() => owner.call('GET', `/v1/invoices?subscription_id=${id}`));
  // Other mails of the account wait too, each for a moment.
  const path = `/v1/mails?status=waiting&object_id=${data[0].id}`;
  return eventually(async () => {
    const mails = await must(() => owner.call('GET', path));
    if (!mails.data[0]) throw new Error('no mail waits');
    return mails.data[0].id;
  });
}

const TEMPLATES = '/v1/mail_templates';
const CHANGE = `PATCH ${TEMPLATES}/{kind}`;
const PREVIEW = `POST ${TEMPLATES}/{kind}/preview`;

const say =
  (words: object, kind = 'invoice') =>
  ({ owner }: World) =>
    owner.call('PATCH', `${TEMPLATES}/${kind}`, { body: { language: 'en', ...words } });
const preview =
  (words: object, kind = 'invoice') =>
  ({ owner }: World) =>
    owner.call('POST', `${TEMPLATES}/${kind}/preview`, { body: { language: 'en', ...words } });
const wrong = {
  'a name that invoices have not': { body: '{password}' },
  'an unsupported language of mails': { language: 'la' },
  'a subject of two lines': { subject: 'a\nBcc: eve@example.com' },
};

const templateScenarios = [
  ...needsToken(`GET ${TEMPLATES}`),
  ...scenarios(
    `GET ${TEMPLATES}`,
    succeeds(200, 'of one language', ({ member }) =>
      member.call('GET', `${TEMPLATES}?language=de`),
    ),
    refuses(400, 'invalid_request', 'an unsupported language of mails', ({ owner }) =>
      owner.call('GET', `${TEMPLATES}?language=la`),
    ),
    refuses(403, 'forbidden', 'an API key without the scope', ({ narrowKey }) =>
      narrowKey.call('GET', TEMPLATES),
    ),
    refuses(403, 'forbidden', 'a token without an account', ({ loner }) =>
      loner.call('GET', TEMPLATES),
    ),
  ),
  ...guarded(CHANGE),
  ...scenarios(
    CHANGE,
    succeeds(200, 'words of their own', say({ subject: 'Your flowers', body: 'From {account}' })),
    succeeds(200, 'our words again', say({ subject: null, body: null })),
    refusesEach(400, 'invalid_request', say, wrong),
    refuses(403, 'forbidden', 'a member', ({ member }) =>
      member.call('PATCH', `${TEMPLATES}/invoice`, { body: { language: 'en' } }),
    ),
    refuses(404, 'not_found', 'a mail that sellers cannot change', say({}, 'password_reset')),
  ),
  ...needsToken(PREVIEW),
  ...scenarios(
    PREVIEW,
    succeeds(200, 'words that are not kept', preview({ body: 'Pay by {due_date}' })),
    refusesEach(400, 'invalid_request', preview, wrong),
    refuses(403, 'forbidden', 'an API key without the scope', ({ narrowKey }) =>
      narrowKey.call('POST', `${TEMPLATES}/invoice/preview`, { body: { language: 'en' } }),
    ),
    refuses(404, 'not_found', 'a mail that sellers cannot change', preview({}, 'password_reset')),
  ),
  ...scenarios(
    'GET /logos/{logo}',
    succeeds(200, 'the logo of a mail', async ({ owner }) => {
      await must(() => owner.call('PATCH', '/v1/seller_profile', { body: { logo: logoOf(8) } }));
      const { html } = await must(() => preview({})({ owner } as World));
      const [path = ''] = /\/logos\/[\w-]+/.exec(html) ?? [];
      return call('GET', path);
    }),
    refuses(404, 'not_found', 'none', () => call('GET', '/logos/none')),
  ),
];

export const mailScenarios = [
  ...templateScenarios,
  ...scenarios(
    NOTICES,
    succeeds(200, 'mail that came back', () => bounce(newEmail())),
    refuses(400, 'invalid_request', 'unknown words', () => notify({ hello: 1 })),
    refuses(404, 'not_found', 'another user', () => notify({ notices: [] }, 'A'.repeat(26))),
  ),
  ...scenarios(
    `GET ${LINK}`,
    succeeds(200, 'the link of a mail', async ({ owner }) => openPage(await endingTrial(owner))),
    refuses(404, 'not_found', 'an unknown link', () => openPage(UNKNOWN)),
  ),
  ...scenarios(
    `POST ${LINK}`,
    succeeds(200, 'one click', async ({ owner }) =>
      browse(await endingTrial(owner), {
        method: 'POST',
        body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
      }),
    ),
    refuses(400, 'invalid_request', 'incomplete JSON', () =>
      browse(UNKNOWN, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: '{"List',
      }),
    ),
    refuses(404, 'not_found', 'an unknown link', () => browse(UNKNOWN, { method: 'POST' })),
  ),
  ...needsToken('GET /v1/mails'),
  ...scenarios(
    'GET /v1/mails',
    succeeds(200, 'those that were sent', ({ key }) => key.call('GET', '/v1/mails?status=sent')),
    refuses(400, 'invalid_request', 'an invalid cursor', ({ owner }) =>
      owner.call('GET', `/v1/mails?starting_after=${ABSENT.mail}`),
    ),
    refuses(403, 'forbidden', 'an API key without the scope', ({ narrowKey }) =>
      narrowKey.call('GET', '/v1/mails'),
    ),
  ),
  ...guarded(RESEND),
  ...scenarios(
    RESEND,
    succeeds(201, 'a mail that was sent', async ({ owner }) =>
      resend(owner, await endedMail(owner, (await requestPayment(owner)).id)),
    ),
    refuses(403, 'forbidden', 'an API key without the scope', ({ narrowKey }) =>
      resend(narrowKey, ABSENT.mail),
    ),
    refuses(404, 'not_found', 'none', ({ owner }) => resend(owner, ABSENT.mail)),
    refuses(409, 'conflict', 'one that waits', async ({ owner }) =>
      resend(owner, await waitingMail(owner)),
    ),
  ),
  ...needsToken(`GET ${LIST}`),
  ...scenarios(
    `GET ${LIST}`,
    succeeds(200, 'those of everybody', ({ admin }) => admin.call('GET', LIST)),
    refuses(400, 'invalid_request', 'an invalid cursor', ({ admin }) =>
      admin.call('GET', `${LIST}?starting_after=${ABSENT.mailSuppression}`),
    ),
    refuses(403, 'forbidden', 'an owner', ({ owner }) => owner.call('GET', LIST)),
    refuses(403, 'forbidden', 'an API key', ({ key }) => key.call('GET', LIST)),
  ),
  ...guarded(`DELETE ${ONE}`),
  ...scenarios(
    `DELETE ${ONE}`,
    succeeds(200, 'an address that gets mail again', async (world) =>
      remove(world, (await newSuppression()).id),
    ),
    refuses(403, 'forbidden', 'an owner', async ({ owner }) =>
      owner.call('DELETE', `${LIST}/${(await newSuppression()).id}`),
    ),
    refuses(404, 'not_found', 'none', (world) => remove(world, ABSENT.mailSuppression)),
  ),
];
