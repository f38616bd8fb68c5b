import { CARDS } from '../pay.ts';
import { must, newOwner } from '../people.ts';
import { guarded, refuses, refusesEach, scenarios, succeeds } from '../scenario.ts';
import { ABSENT, record, subscribe, type World } from '../world.ts';
import { newPaymentMethod } from './payment-methods.ts';
import { metadataScenarios } from './subscription-metadata.ts';

const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };

const METHOD = 'payment_method';

const at = (id: string, verb: string) => `/v1/subscriptions/${id}/${verb}`;

/** Sends changes one by one to a new subscription in its trial. */
const telling =
  (...steps: readonly (readonly [verb: string, body?: unknown])[]) =>
  async ({ owner }: World) => {
    const { id } = await subscribe(owner, { trial_period_days: 14 });
    const last = steps.at(-1) ?? [''];
    for (const [verb, body] of steps.slice(0, -1))
      await must(() => owner.call('POST', at(id, verb), { body }));
    const [verb, body] = last;
    return owner.call('POST', at(id, verb), { body });
  };

const change = (fields: unknown) => telling(['update', fields]);

/** Refusals common to all changes; `body` is valid. */
const common = (verb: string, body: object) => [
  refuses(404, 'not_found', 'no such subscription', ({ owner }) =>
    owner.call('POST', at(ABSENT.subscription, verb), { body }),
  ),
  refuses(404, 'not_found', 'a malformed id', ({ owner }) =>
    owner.call('POST', at('latest', verb), { body }),
  ),
  refuses(404, 'not_found', 'a subscription of another account', ({ stranger, objects }) =>
    stranger.call('POST', at(objects.subscriptionId, verb), { body }),
  ),
  refuses(409, 'conflict', 'a subscription that is canceled', telling(['cancel'], [verb, body])),
];

/** Operations specified without 403 answer the platform's token `unauthorized`. */
const platformIs = (status: 401 | 403, verb: string, body: object) =>
  refuses(
    status,
    status === 401 ? 'unauthorized' : 'forbidden',
    'the platform, which only reads',
    ({ platform, objects }) => platform.call('POST', at(objects.subscriptionId, verb), { body }),
  );

const PREVIEW = 'POST /v1/subscriptions/preview';

const preview =
  (fields: unknown) =>
  ({ owner }: World) =>
    owner.call('POST', '/v1/subscriptions/preview', { body: fields });

/** Previews a change of the account's subscription. */
const previewChange =
  (fields: object) =>
  ({ owner, objects: { subscriptionId } }: World) =>
    owner.call('POST', '/v1/subscriptions/preview', {
      body: { subscription_id: subscriptionId, ...fields },
    });

const previewScenarios = [
  ...guarded(PREVIEW),
  ...scenarios(
    PREVIEW,
    succeeds(200, 'a dearer plan', previewChange({ plan: 'pro' })),
    succeeds(200, 'a quantity', previewChange({ quantity: 3 })),
    succeeds(200, 'a later change', previewChange({ plan: 'pro', effective: 'period_end' })),
    succeeds(200, 'a new customer', preview({ customer_id: 'customer 7', plan: 'basic' })),
    succeeds(200, 'an API key', ({ key, objects: { subscriptionId } }) =>
      key.call('POST', '/v1/subscriptions/preview', {
        body: { subscription_id: subscriptionId, plan: 'pro', quantity: 2 },
      }),
    ),
    refusesEach(400, 'invalid_request', preview, {
      'neither subscription nor customer': { plan: 'pro' },
      'a customer without a plan': { customer_id: 'customer 7' },
      'a time of a change beside a new subscription': {
        ...{ customer_id: 'customer 7', plan: 'pro', effective: 'now' },
      },
      'a trial of 731 days': { customer_id: 'customer 7', plan: 'pro', trial_period_days: 731 },
      'broken JSON': '{"plan"',
    }),
    refusesEach(400, 'invalid_request', previewChange, {
      'a customer too': { customer_id: 'customer 7', plan: 'pro' },
      'neither plan nor quantity': {},
      'a quantity of zero': { quantity: 0 },
      'a quantity that makes it too dear': { plan: 'business_yearly', quantity: 1_000_000_000 },
    }),
    refuses(400, 'currency_mismatch', 'a plan in another currency', async () => {
      const { owner, id } = await withPlanInEuro();
      const body = { subscription_id: id, plan: 'new' };
      return owner.call('POST', '/v1/subscriptions/preview', { body });
    }),
    refuses(403, 'forbidden', 'the platform, which only reads', ({ platform, objects }) =>
      platform.call('POST', '/v1/subscriptions/preview', {
        body: { subscription_id: objects.subscriptionId, plan: 'pro' },
      }),
    ),
    refusesEach(404, 'not_found', previewChange, {
      'no such subscription': { subscription_id: ABSENT.subscription, plan: 'pro' },
      'a malformed id': { subscription_id: 'latest', plan: 'pro' },
      'no such plan': { plan: 'platinum' },
    }),
    refuses(
      404,
      'not_found',
      'an unknown customer',
      preview({ customer_id: ABSENT.customer, plan: 'pro' }),
    ),
    refuses(404, 'not_found', 'a subscription of another account', ({ stranger, objects }) =>
      stranger.call('POST', '/v1/subscriptions/preview', {
        body: { subscription_id: objects.subscriptionId, plan: 'pro' },
      }),
    ),
    refuses(409, 'conflict', 'a subscription that is canceled', async ({ owner }) => {
      const { id } = await subscribe(owner, { trial_period_days: 14 });
      await must(() => owner.call('POST', at(id, 'cancel')));
      const body = { subscription_id: id, plan: 'pro' };
      return owner.call('POST', '/v1/subscriptions/preview', { body });
    }),
  ),
];

/** A subscription in USD on an account with a plan in EUR. */
async function withPlanInEuro() {
  const owner = await newOwner();
  const { id } = await subscribe(owner, { trial_period_days: 14 });
  const settings = { currency: 'EUR' };
  await must(() => owner.call('PATCH', '/v1/account', { body: { settings } }));
  const plan = { id: 'new', name: 'New', amount: 900, interval: 'month' };
  await must(() => owner.call('POST', '/v1/plans', { body: plan }));
  return { owner, id };
}

export const subscriptionChangeScenarios = [
  ...previewScenarios,
  ...guarded('POST /v1/subscriptions/{subscription_id}/update'),
  ...scenarios(
    'POST /v1/subscriptions/{subscription_id}/update',
    succeeds(200, 'a dearer plan', change({ plan: 'pro' })),
    succeeds(200, 'the same plan', change({ plan: 'basic' })),
    succeeds(200, 'a quantity', change({ quantity: 3 })),
    succeeds(200, 'a later change', change({ plan: 'pro', effective: 'period_end' })),
    succeeds(200, 'a paused one', telling(['pause'], ['update', { plan: 'pro' }])),
    succeeds(200, 'a past due one', async () => {
      const owner = await newOwner();
      const { id } = await subscribe(owner, { customer_id: owner.accountId });
      return owner.call('POST', at(id, 'update'), { body: { plan: 'pro' } });
    }),
    succeeds(200, 'no proration', change({ plan: 'pro', proration_behavior: 'none' })),
    succeeds(200, 'an API key and a form', async ({ owner, key }) => {
      const { id } = await subscribe(owner, { trial_period_days: 14 });
      return key.call('POST', at(id, 'update'), { headers: FORM, body: 'plan=pro_yearly' });
    }),
    refusesEach(400, 'invalid_request', change, {
      'neither plan nor quantity': {},
      'a plan that is no text': { plan: 7 },
      'a quantity of zero': { quantity: 0 },
      'a quantity that makes it too dear': { plan: 'business_yearly', quantity: 1_000_000_000 },
      'broken JSON': '{"plan"',
      'a time that is none': { plan: 'pro', effective: 'tomorrow' },
      'an invalid proration': { plan: 'pro', proration_behavior: 'some' },
    }),
    refuses(400, 'currency_mismatch', 'a plan in another currency', async () => {
      const { owner, id } = await withPlanInEuro();
      return owner.call('POST', at(id, 'update'), { body: { plan: 'new' } });
    }),
    platformIs(401, 'update', { plan: 'pro' }),
    refuses(402, 'insufficient_funds', 'more than the balance can pay', async () => {
      const owner = await newOwner();
      await record(owner, { type: 'credit', amount: 1000 });
      const { id } = await subscribe(owner, { customer_id: owner.accountId });
      return owner.call('POST', at(id, 'update'), { body: { plan: 'business' } });
    }),
    refuses(402, 'card_declined', 'a saved card that is declined', async () => {
      const owner = await newOwner();
      const { subscriptionId } = await newPaymentMethod(owner, CARDS.declinedLater);
      return owner.call('POST', at(subscriptionId, 'update'), { body: { plan: 'pro' } });
    }),
    refuses(404, 'not_found', 'no such plan', change({ plan: 'platinum' })),
    refuses(404, 'not_found', 'no such quote', change({ quote_id: ABSENT.quote })),
    common('update', { plan: 'pro' }),
  ),
  ...guarded('POST /v1/subscriptions/{subscription_id}/pause'),
  ...scenarios(
    'POST /v1/subscriptions/{subscription_id}/pause',
    succeeds(200, 'no body', telling(['pause'])),
    succeeds(200, 'a paused one', telling(['pause'], ['pause'])),
    succeeds(200, 'a time to go on', (world) =>
      telling(['pause', { resumes_at: new Date(Date.now() + 86_400_000).toISOString() }])(world),
    ),
    refusesEach(400, 'invalid_request', (body: unknown) => telling(['pause', body]), {
      'a time that has been': { resumes_at: '2020-01-01T00:00:00Z' },
      'a time that is none': { resumes_at: 'later' },
    }),
    platformIs(401, 'pause', {}),
    common('pause', {}),
  ),
  ...guarded('POST /v1/subscriptions/{subscription_id}/resume'),
  ...scenarios(
    'POST /v1/subscriptions/{subscription_id}/resume',
    succeeds(200, 'a paused one', telling(['pause'], ['resume'])),
    refuses(400, 'invalid_request', 'broken JSON', telling(['resume', '{'])),
    platformIs(403, 'resume', {}),
    common('resume', {}),
    refuses(409, 'conflict', 'one that is not paused', telling(['resume'])),
  ),
  ...guarded('POST /v1/subscriptions/{subscription_id}/cancel'),
  ...scenarios(
    'POST /v1/subscriptions/{subscription_id}/cancel',
    succeeds(200, 'no body', telling(['cancel'])),
    succeeds(200, 'at the end of the period', telling(['cancel', { at_period_end: true }])),
    succeeds(
      200,
      'a paused one, at the end of its time',
      telling(['pause'], ['cancel', { at_period_end: true }]),
    ),
    succeeds(200, 'a form with a boolean in capitals and an empty field', async ({ owner }) => {
      const { id } = await subscribe(owner, { trial_period_days: 14 });
      const body = 'at_period_end=TRUE&credit_unused=';
      return owner.call('POST', at(id, 'cancel'), { headers: FORM, body });
    }),
    succeeds(200, 'an API key and a form', async ({ owner, key }) => {
      const { id } = await subscribe(owner, { trial_period_days: 14 });
      return key.call('POST', at(id, 'cancel'), { headers: FORM, body: 'at_period_end=true' });
    }),
    refusesEach(400, 'invalid_request', (body: unknown) => telling(['cancel', body]), {
      'an end in words': { at_period_end: 'soon' },
      'a list': [],
    }),
    platformIs(401, 'cancel', {}),
    common('cancel', {}),
  ),
  ...guarded('POST /v1/subscriptions/{subscription_id}/uncancel'),
  ...scenarios(
    'POST /v1/subscriptions/{subscription_id}/uncancel',
    succeeds(
      200,
      'one that was to end with its period',
      telling(['cancel', { at_period_end: true }], ['uncancel']),
    ),
    refuses(400, 'invalid_request', 'broken JSON', telling(['uncancel', '{'])),
    platformIs(403, 'uncancel', {}),
    common('uncancel', {}),
    refuses(409, 'conflict', 'one that is not to end', telling(['uncancel'])),
  ),
  ...metadataScenarios,
  ...guarded('POST /v1/subscriptions/{subscription_id}/payment_method'),
  ...scenarios(
    'POST /v1/subscriptions/{subscription_id}/payment_method',
    succeeds(200, 'what its customer has saved', async ({ owner }) => {
      const { id, subscriptionId } = await newPaymentMethod(owner);
      return owner.call('POST', at(subscriptionId, METHOD), { body: { payment_method_id: id } });
    }),
    succeeds(200, 'what they have as default', telling([METHOD, { payment_method_id: null }])),
    refuses(400, 'invalid_request', 'what another customer has saved', async ({ owner }) => {
      const { id } = await newPaymentMethod(owner);
      const { subscriptionId } = await newPaymentMethod(owner);
      return owner.call('POST', at(subscriptionId, METHOD), { body: { payment_method_id: id } });
    }),
    refuses(400, 'invalid_request', 'what was removed', async ({ owner }) => {
      const { id, subscriptionId } = await newPaymentMethod(owner);
      await must(() => owner.call('DELETE', `/v1/payment_methods/${id}`));
      return owner.call('POST', at(subscriptionId, METHOD), { body: { payment_method_id: id } });
    }),
    refusesEach(400, 'invalid_request', (body: unknown) => telling([METHOD, body]), {
      'nothing chosen': {},
      'an unknown id': { payment_method_id: ABSENT.paymentMethod },
      'a malformed id': { payment_method_id: 'card' },
      'a number': { payment_method_id: 4 },
    }),
    platformIs(403, METHOD, { payment_method_id: null }),
    common(METHOD, { payment_method_id: null }),
  ),
];
