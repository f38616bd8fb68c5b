import { must, newOwner, type Owner } from '../people.ts';
import { guarded, needsToken, refuses, refusesEach, scenarios, succeeds } from '../scenario.ts';
import { whileClosing } from '../while-closing.ts';
import { ABSENT, record, subscribe, type World } from '../world.ts';

/** Voids a new invoice. */
async function voidInvoice({ owner }: World, body: unknown = {}) {
  const { latest_invoice_id } = await subscribe(owner);
  return owner.call('POST', `/v1/invoices/${latest_invoice_id}/void`, { body });
}

const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };

const create =
  (fields: object) =>
  ({ owner }: World) =>
    owner.call('POST', '/v1/subscriptions', {
      body: { customer_id: 'customer 7', plan: 'basic', ...fields },
    });

/** An account with a plan from before its currency changed. */
async function withAnOldPlan(): Promise<Owner> {
  const owner = await newOwner();
  const plan = { id: 'old', name: 'Old', amount: 900, interval: 'month' };
  await must(() => owner.call('POST', '/v1/plans', { body: plan }));
  const body = { settings: { currency: 'EUR' } };
  await must(() => owner.call('PATCH', '/v1/account', { body }));
  return owner;
}

const listSubscriptions =
  (query: string) =>
  ({ owner }: World) =>
    owner.call('GET', `/v1/subscriptions?${query}`);

const listInvoices =
  (query: string) =>
  ({ owner }: World) =>
    owner.call('GET', `/v1/invoices?${query}`);

export const subscriptionScenarios = [
  ...guarded('POST /v1/subscriptions'),
  ...scenarios(
    'POST /v1/subscriptions',
    succeeds(200, 'an API key and a form', ({ key }) =>
      key.call('POST', '/v1/subscriptions', {
        headers: FORM,
        body: 'customer_id=customer+8&plan=basic&trial_period_days=14',
      }),
    ),
    succeeds(200, 'an owner and JSON', create({ trial_period_days: 14, quantity: 2 })),
    succeeds(200, 'no trial', create({})),
    succeeds(200, 'a customer of one’s own', (world) =>
      create({ customer_id: world.objects.customerId })(world),
    ),
    succeeds(200, 'the own account', async () => {
      const owner = await newOwner();
      await record(owner, { type: 'credit', amount: 5000 });
      return owner.call('POST', '/v1/subscriptions', {
        body: { customer_id: owner.accountId, plan: 'basic' },
      });
    }),
    refusesEach(400, 'invalid_request', create, {
      'no customer_id': { customer_id: undefined },
      'a customer_id that is no text': { customer_id: 7 },
      'no plan': { plan: undefined },
      'an empty plan': { plan: '' },
      'a negative trial': { trial_period_days: -1 },
      'half a day of trial': { trial_period_days: 0.5 },
      'a trial of more than two years': { trial_period_days: 731 },
      'a trial in words': { trial_period_days: 'a week' },
      'a quantity of zero': { quantity: 0 },
    }),
    refuses(400, 'invalid_request', 'a trial of no number in a form', ({ key }) =>
      key.call('POST', '/v1/subscriptions', {
        headers: FORM,
        body: 'customer_id=customer+8&plan=basic&trial_period_days=soon',
      }),
    ),
    refuses(400, 'currency_mismatch', 'a plan from before another currency', async () => {
      const owner = await withAnOldPlan();
      return owner.call('POST', '/v1/subscriptions', {
        body: { customer_id: 'customer 7', plan: 'old' },
      });
    }),
    refuses(401, 'unauthorized', 'an API key without the scope', ({ narrowKey }) =>
      narrowKey.call('POST', '/v1/subscriptions', { body: {} }),
    ),
    refuses(401, 'unauthorized', 'the platform, which only reads', ({ platform }) =>
      platform.call('POST', '/v1/subscriptions', { body: { customer_id: 'c', plan: 'basic' } }),
    ),
    refuses(404, 'not_found', 'no such plan', create({ plan: 'platinum' })),
    refuses(404, 'not_found', 'an unknown customer', create({ customer_id: ABSENT.customer })),
    refuses(404, 'not_found', 'another account that is to pay', (world) =>
      create({ customer_id: world.stranger.accountId })(world),
    ),
    refuses(404, 'not_found', 'a user without an account', ({ loner }) =>
      loner.call('POST', '/v1/subscriptions', { body: { customer_id: 'c', plan: 'basic' } }),
    ),
    refuses(409, 'conflict', 'an account that is being closed', () =>
      whileClosing((owner) =>
        owner.call('POST', '/v1/subscriptions', { body: { customer_id: 'c', plan: 'basic' } }),
      ),
    ),
  ),
  ...needsToken('GET /v1/subscriptions'),
  ...scenarios(
    'GET /v1/subscriptions',
    succeeds(
      200,
      'every filter',
      listSubscriptions('customer_id=customer+7&plan=basic&status=trialing&limit=1'),
    ),
    refusesEach(400, 'invalid_request', listSubscriptions, {
      'a limit of zero': 'limit=0',
      'an unknown status': 'status=open',
      'a cursor without an object': `starting_after=${ABSENT.subscription}`,
    }),
    refuses(403, 'forbidden', 'an API key without the scope', ({ narrowKey }) =>
      narrowKey.call('GET', '/v1/subscriptions'),
    ),
  ),
  ...needsToken('GET /v1/subscriptions/{subscription_id}'),
  ...scenarios(
    'GET /v1/subscriptions/{subscription_id}',
    succeeds(200, 'a subscription', ({ key, objects }) =>
      key.call('GET', `/v1/subscriptions/${objects.subscriptionId}`),
    ),
    refuses(403, 'forbidden', 'an API key without the scope', ({ narrowKey, objects }) =>
      narrowKey.call('GET', `/v1/subscriptions/${objects.subscriptionId}`),
    ),
    refuses(404, 'not_found', 'a subscription of another account', ({ stranger, objects }) =>
      stranger.call('GET', `/v1/subscriptions/${objects.subscriptionId}`),
    ),
    refuses(404, 'not_found', 'a malformed id', ({ owner }) =>
      owner.call('GET', '/v1/subscriptions/latest'),
    ),
  ),
  ...needsToken('GET /v1/invoices'),
  ...scenarios(
    'GET /v1/invoices',
    succeeds(200, 'every filter', listInvoices('customer_id=customer+7&status=open&limit=1')),
    refusesEach(400, 'invalid_request', listInvoices, {
      'a limit of zero': 'limit=0',
      'an unknown status': 'status=late',
      'a cursor without an object': `ending_before=${ABSENT.invoice}`,
    }),
    refuses(403, 'forbidden', 'an API key without the scope', ({ narrowKey }) =>
      narrowKey.call('GET', '/v1/invoices'),
    ),
  ),
  ...needsToken('GET /v1/explain/{explained_id}'),
  ...scenarios(
    'GET /v1/explain/{explained_id}',
    succeeds(200, 'a line of an invoice', async ({ owner }) => {
      const { latest_invoice_id } = await subscribe(owner);
      const { lines } = await must(() => owner.call('GET', `/v1/invoices/${latest_invoice_id}`));
      return owner.call('GET', `/v1/explain/${lines[0].id}`);
    }),
    succeeds(200, 'an invoice', async ({ owner }) => {
      const { latest_invoice_id } = await subscribe(owner);
      return owner.call('GET', `/v1/explain/${latest_invoice_id}`);
    }),
    succeeds(200, 'a change', async ({ member, owner }) => {
      const { id } = await subscribe(owner, { trial_period_days: 14 });
      const path = `/v1/subscriptions/${id}/update`;
      const changed = await must(() => owner.call('POST', path, { body: { plan: 'pro' } }));
      return member.call('GET', `/v1/explain/${changed.latest_change_id}`);
    }),
    refuses(403, 'forbidden', 'an API key without the scope', ({ narrowKey }) =>
      narrowKey.call('GET', `/v1/explain/${ABSENT.change}`),
    ),
    refuses(404, 'not_found', 'no such change', ({ owner }) =>
      owner.call('GET', `/v1/explain/${ABSENT.change}`),
    ),
    refuses(404, 'not_found', 'an id of something else', ({ owner }) =>
      owner.call('GET', `/v1/explain/${ABSENT.customer}`),
    ),
    refuses(404, 'not_found', 'a change of another account', async ({ owner, stranger }) => {
      const { id } = await subscribe(owner, { trial_period_days: 14 });
      const path = `/v1/subscriptions/${id}/update`;
      const changed = await must(() => owner.call('POST', path, { body: { plan: 'pro' } }));
      return stranger.call('GET', `/v1/explain/${changed.latest_change_id}`);
    }),
  ),
  ...guarded('POST /v1/invoices/{invoice_id}/void'),
  ...scenarios(
    'POST /v1/invoices/{invoice_id}/void',
    succeeds(200, 'an open invoice', voidInvoice),
    succeeds(200, 'one whose subscription is kept', (world) =>
      voidInvoice(world, { subscription_action: 'keep' }),
    ),
    refuses(400, 'invalid_request', 'an unknown option', (world) =>
      voidInvoice(world, { subscription_action: 'pause' }),
    ),
    refuses(400, 'invalid_request', 'a body that is no object', async (world) =>
      voidInvoice(world, '[1]'),
    ),
    refuses(403, 'forbidden', 'the platform, which only reads', async ({ owner, platform }) => {
      const { latest_invoice_id } = await subscribe(owner);
      return platform.call('POST', `/v1/invoices/${latest_invoice_id}/void`, { body: {} });
    }),
    refuses(404, 'not_found', 'no such invoice', ({ owner }) =>
      owner.call('POST', `/v1/invoices/${ABSENT.invoice}/void`),
    ),
    refuses(404, 'not_found', 'a malformed id', ({ owner }) =>
      owner.call('POST', '/v1/invoices/last/void'),
    ),
    refuses(404, 'not_found', 'an invoice of another account', async ({ owner, stranger }) => {
      const { latest_invoice_id } = await subscribe(owner);
      return stranger.call('POST', `/v1/invoices/${latest_invoice_id}/void`);
    }),
    refuses(409, 'conflict', 'an invoice that is void', async ({ owner }) => {
      const { latest_invoice_id } = await subscribe(owner);
      const path = `/v1/invoices/${latest_invoice_id}/void`;
      await must(() => owner.call('POST', path));
      return owner.call('POST', path);
    }),
  ),
  ...needsToken('GET /v1/invoices/{invoice_id}/page'),
  ...scenarios(
    'GET /v1/invoices/{invoice_id}/page',
    succeeds(200, 'an invoice', async ({ owner }) => {
      const { latest_invoice_id } = await subscribe(owner);
      return owner.call('GET', `/v1/invoices/${latest_invoice_id}/page`);
    }),
    refuses(403, 'forbidden', 'an API key without the scope', ({ narrowKey }) =>
      narrowKey.call('GET', `/v1/invoices/${ABSENT.invoice}/page`),
    ),
    refuses(404, 'not_found', 'no such invoice', ({ owner }) =>
      owner.call('GET', `/v1/invoices/${ABSENT.invoice}/page`),
    ),
    refuses(404, 'not_found', 'an invoice of another account', async ({ owner, stranger }) => {
      const { latest_invoice_id } = await subscribe(owner);
      return stranger.call('GET', `/v1/invoices/${latest_invoice_id}/page`);
    }),
  ),
  ...needsToken('GET /v1/invoices/{invoice_id}'),
  ...scenarios(
    'GET /v1/invoices/{invoice_id}',
    succeeds(200, 'an invoice', async ({ owner }) => {
      const { latest_invoice_id } = await subscribe(owner);
      return owner.call('GET', `/v1/invoices/${latest_invoice_id}`);
    }),
    refuses(403, 'forbidden', 'an API key without the scope', ({ narrowKey }) =>
      narrowKey.call('GET', `/v1/invoices/${ABSENT.invoice}`),
    ),
    refuses(404, 'not_found', 'no such invoice', ({ owner }) =>
      owner.call('GET', `/v1/invoices/${ABSENT.invoice}`),
    ),
    refuses(404, 'not_found', 'an invoice of another account', async ({ owner, stranger }) => {
      const { latest_invoice_id } = await subscribe(owner);
      return stranger.call('GET', `/v1/invoices/${latest_invoice_id}`);
    }),
  ),
];
