import { browse, openPage } from '../pay.ts';
import { must } from '../people.ts';
import { guarded, refuses, refusesEach, scenarios, succeeds } from '../scenario.ts';
import { ABSENT, newDraft, newPortalSession, subscribe, type World } from '../world.ts';

const LINK = '/v1/invoices/{invoice_id}/public_link';
const SESSIONS = '/v1/portal_sessions';
const ONE_SESSION = `${SESSIONS}/{portal_session_id}`;
/** A well-formed token that was never issued. */
const UNKNOWN = 'A'.repeat(43);

const linkOf = (id: unknown) => `/v1/invoices/${id}/public_link`;
const post = (address: string, form: Readonly<Record<string, string>>) =>
  browse(address, { method: 'POST', body: new URLSearchParams(form) });
const postJson = (address: string) =>
  browse(address, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{"action":',
  });

/** An open invoice of the owner, and its page. */
async function shared({ owner }: World) {
  const { id } = await newDraft(owner);
  await must(() => owner.call('POST', `/v1/invoices/${id}/finalize`, { body: {} }));
  return must(() => owner.call('POST', linkOf(id)));
}

/** A customer's portal, with an unpaid subscription. */
async function opened({ owner }: World) {
  const { url, customer_id, id } = await newPortalSession(owner);
  const subscription = await subscribe(owner, { customer_id, trial_period_days: 3 });
  const invoiced = await subscribe(owner, { customer_id });
  return {
    ...{ url: String(url), id },
    subscription: `${url}/subscriptions/${subscription.id}`,
    invoice: `${url}/invoices/${invoiced.latest_invoice_id}`,
  };
}

export const publicPageScenarios = [
  ...guarded(`POST ${LINK}`),
  ...scenarios(
    `POST ${LINK}`,
    succeeds(200, 'an open invoice', async ({ owner }) => {
      const { latest_invoice_id } = await subscribe(owner);
      return owner.call('POST', linkOf(latest_invoice_id));
    }),
    refuses(400, 'invalid_request', 'a body that is no object', async ({ owner }) => {
      const { latest_invoice_id } = await subscribe(owner);
      return owner.call('POST', linkOf(latest_invoice_id), { body: '[1]' });
    }),
    refuses(403, 'forbidden', 'the platform, which only reads', async ({ owner, platform }) => {
      const { latest_invoice_id } = await subscribe(owner);
      return platform.call('POST', linkOf(latest_invoice_id));
    }),
    refuses(404, 'not_found', 'none', ({ owner }) => owner.call('POST', linkOf(ABSENT.invoice))),
    refuses(409, 'conflict', 'a draft', async ({ owner }) =>
      owner.call('POST', linkOf((await newDraft(owner)).id)),
    ),
  ),
  ...guarded(`DELETE ${LINK}`),
  ...scenarios(
    `DELETE ${LINK}`,
    succeeds(200, 'once there is one', async (world) => {
      const { invoice_id } = await shared(world);
      return world.owner.call('DELETE', linkOf(invoice_id));
    }),
    refuses(403, 'forbidden', 'the platform, which only reads', async ({ owner, platform }) => {
      const { latest_invoice_id } = await subscribe(owner);
      return platform.call('DELETE', linkOf(latest_invoice_id));
    }),
    refuses(404, 'not_found', 'none', ({ owner }) => owner.call('DELETE', linkOf(ABSENT.invoice))),
  ),
  ...scenarios(
    'GET /i/{token}',
    succeeds(200, 'an invoice', async (world) => openPage((await shared(world)).url)),
    refuses(404, 'not_found', 'an unknown link', () => openPage(`/i/${UNKNOWN}`)),
    refuses(404, 'not_found', 'a revoked one', async (world) => {
      const { url, invoice_id } = await shared(world);
      await must(() => world.owner.call('DELETE', linkOf(invoice_id)));
      return openPage(url);
    }),
  ),
  ...scenarios(
    'POST /i/{token}',
    succeeds(303, 'to where it is paid', async (world) => post((await shared(world)).url, {})),
    refuses(400, 'invalid_request', 'broken JSON', async (world) =>
      postJson((await shared(world)).url),
    ),
    refuses(404, 'not_found', 'an unknown link', () => post(`/i/${UNKNOWN}`, {})),
  ),
  ...scenarios(
    'GET /i/{token}/pdf',
    succeeds(200, 'an invoice', async (world) => openPage(`${(await shared(world)).url}/pdf`)),
    refuses(404, 'not_found', 'an unknown link', () => openPage(`/i/${UNKNOWN}/pdf`)),
  ),
  ...guarded(`POST ${SESSIONS}`),
  ...scenarios(
    `POST ${SESSIONS}`,
    succeeds(201, 'of a customer', async ({ owner }) => {
      const { id } = await must(() => owner.call('POST', '/v1/customers', { body: {} }));
      return owner.call('POST', SESSIONS, { body: { customer_id: id, expires_in_hours: 1 } });
    }),
    refusesEach(
      400,
      'invalid_request',
      (body: object) =>
        ({ owner, objects: { customerId } }) =>
          owner.call('POST', SESSIONS, { body: { customer_id: customerId, ...body } }),
      {
        'for no time': { expires_in_hours: 0 },
        'for years': { expires_in_hours: 10_000 },
        'a return URL that is not allowed': { return_url: 'https://elsewhere.example/' },
      },
    ),
    refuses(
      403,
      'forbidden',
      'an API key without the scope',
      ({ narrowKey, objects: { customerId } }) =>
        narrowKey.call('POST', SESSIONS, { body: { customer_id: customerId } }),
    ),
    refuses(404, 'not_found', 'an unknown customer', ({ owner }) =>
      owner.call('POST', SESSIONS, { body: { customer_id: ABSENT.customer } }),
    ),
  ),
  ...guarded(`DELETE ${ONE_SESSION}`),
  ...scenarios(
    `DELETE ${ONE_SESSION}`,
    succeeds(200, 'one of its own', async ({ owner }) =>
      owner.call('DELETE', `${SESSIONS}/${(await newPortalSession(owner)).id}`),
    ),
    refuses(403, 'forbidden', 'an API key without the scope', ({ narrowKey }) =>
      narrowKey.call('DELETE', `${SESSIONS}/${ABSENT.portalSession}`),
    ),
    refuses(404, 'not_found', 'one of another account', async ({ owner, stranger }) =>
      stranger.call('DELETE', `${SESSIONS}/${(await newPortalSession(owner)).id}`),
    ),
  ),
  ...scenarios(
    'GET /portal/{token}',
    succeeds(200, 'what a customer has', async (world) => openPage((await opened(world)).url)),
    refuses(404, 'not_found', 'an unknown link', () => openPage(`/portal/${UNKNOWN}`)),
  ),
  ...scenarios(
    'GET /portal/{token}/details',
    succeeds(200, 'a form', async (world) => openPage(`${(await opened(world)).url}/details`)),
    refuses(404, 'not_found', 'an unknown link', () => openPage(`/portal/${UNKNOWN}/details`)),
  ),
  ...scenarios(
    'POST /portal/{token}/details',
    succeeds(303, 'a name', async (world) =>
      post(`${(await opened(world)).url}/details`, { name: 'Ada Lovelace' }),
    ),
    refuses(400, 'invalid_request', 'broken JSON', async (world) =>
      postJson(`${(await opened(world)).url}/details`),
    ),
    refuses(404, 'not_found', 'an unknown link', () =>
      post(`/portal/${UNKNOWN}/details`, { name: 'Ada' }),
    ),
  ),
  ...scenarios(
    'GET /portal/{token}/invoices/{invoice_id}',
    succeeds(200, 'an open one', async (world) => openPage((await opened(world)).invoice)),
    refuses(404, 'not_found', 'none', async (world) =>
      openPage(`${(await opened(world)).url}/invoices/${ABSENT.invoice}`),
    ),
  ),
  ...scenarios(
    'POST /portal/{token}/invoices/{invoice_id}',
    succeeds(303, 'to where it is paid', async (world) => {
      const { url, customer_id } = await newPortalSession(world.owner);
      const body = {
        customer_id,
        lines: [{ description: 'Roses', quantity: 1, unit_amount: 900 }],
      };
      const { id } = await must(() => world.owner.call('POST', '/v1/invoices', { body }));
      await must(() => world.owner.call('POST', `/v1/invoices/${id}/finalize`, { body: {} }));
      return post(`${url}/invoices/${id}`, {});
    }),
    refuses(400, 'invalid_request', 'broken JSON', async (world) =>
      postJson((await opened(world)).invoice),
    ),
    refuses(404, 'not_found', 'none', async (world) =>
      post(`${(await opened(world)).url}/invoices/${ABSENT.invoice}`, {}),
    ),
  ),
  ...scenarios(
    'GET /portal/{token}/invoices/{invoice_id}/pdf',
    succeeds(200, 'an open one', async (world) => openPage(`${(await opened(world)).invoice}/pdf`)),
    refuses(404, 'not_found', 'none', async (world) =>
      openPage(`${(await opened(world)).url}/invoices/${ABSENT.invoice}/pdf`),
    ),
  ),
  ...scenarios(
    'GET /portal/{token}/subscriptions/{subscription_id}',
    succeeds(200, 'in its trial', async (world) => openPage((await opened(world)).subscription)),
    refuses(404, 'not_found', 'none', async (world) =>
      openPage(`${(await opened(world)).url}/subscriptions/${ABSENT.subscription}`),
    ),
  ),
  ...scenarios(
    'POST /portal/{token}/subscriptions/{subscription_id}',
    succeeds(303, 'canceled at the end', async (world) =>
      post((await opened(world)).subscription, { action: 'cancel' }),
    ),
    refuses(400, 'invalid_request', 'an unknown action', async (world) =>
      post((await opened(world)).subscription, { action: 'give_away' }),
    ),
    refuses(404, 'not_found', 'none', async (world) =>
      post(`${(await opened(world)).url}/subscriptions/${ABSENT.subscription}`, {
        action: 'cancel',
      }),
    ),
  ),
  ...scenarios(
    'POST /portal/{token}/payment_methods',
    succeeds(303, 'to where one is saved', async (world) =>
      post(`${(await opened(world)).url}/payment_methods`, { action: 'add' }),
    ),
    refuses(400, 'invalid_request', 'an unknown action', async (world) =>
      post(`${(await opened(world)).url}/payment_methods`, { action: 'lend' }),
    ),
    refuses(404, 'not_found', 'an unknown link', () =>
      post(`/portal/${UNKNOWN}/payment_methods`, { action: 'add' }),
    ),
  ),
];
