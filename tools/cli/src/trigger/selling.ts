import { FlorinError } from '../../../../sdk/typescript/src/index.ts';
import {
  findMailedLink,
  newEmail,
  onceReady,
  sendForm,
  type TriggerContext,
  type TriggerResult,
  until,
} from './context.ts';
import { CARDS, typeCard } from './money.ts';

const PLANS = { small: 1_500, large: 2_900 } as const;

/** Plans never change: two of them are created when they are first needed. */
async function planOf(
  { florin, currency }: TriggerContext,
  size: keyof typeof PLANS,
): Promise<string> {
  const id = `trigger-${size}`;
  const name = `Trigger ${size}`;
  const body = { id, name, amount: PLANS[size], currency, interval: 'month' as const };
  await florin.post('/v1/plans', { body }).catch((error: unknown) => {
    if (!(error instanceof FlorinError) || error.code !== 'conflict') throw error;
  });
  return id;
}

async function newCustomer(
  { florin, say }: TriggerContext,
  email: string = newEmail(),
): Promise<string> {
  const { id } = await florin.post('/v1/customers', { body: { email, name: 'Grace Hopper' } });
  say(`created a customer, ${id}`);
  return id;
}

export async function createCustomer(context: TriggerContext): Promise<TriggerResult> {
  return { objectId: await newCustomer(context) };
}

export async function updateCustomer(context: TriggerContext): Promise<TriggerResult> {
  const id = await newCustomer(context);
  const path = { customer_id: id };
  await context.florin.patch('/v1/customers/{customer_id}', { path, body: { name: 'Ada' } });
  context.say('renamed the customer');
  return { objectId: id };
}

/** A customer without subscriptions, whose personal data is erased. */
export async function anonymizeCustomer(context: TriggerContext): Promise<TriggerResult> {
  const id = await newCustomer(context);
  await context.florin.post('/v1/customers/{customer_id}/anonymize', { path: { customer_id: id } });
  context.say("erased the customer's personal data");
  return { objectId: id };
}

interface Subscribing {
  readonly customerId?: string;
  readonly trial_period_days?: number;
  readonly test_clock_id?: string;
}

async function subscribe(context: TriggerContext, { customerId, ...fields }: Subscribing = {}) {
  const customer_id = customerId ?? (await newCustomer(context));
  const plan = await planOf(context, 'small');
  const { id, latest_invoice_id } = await context.florin.post('/v1/subscriptions', {
    body: { customer_id, plan, ...fields },
  });
  context.say(`subscribed the customer to ${plan}, ${id}`);
  return { id, customerId: customer_id, invoiceId: latest_invoice_id ?? '' };
}

export async function createSubscription(context: TriggerContext): Promise<TriggerResult> {
  return { objectId: (await subscribe(context)).id };
}

export async function endTrialSoon(context: TriggerContext): Promise<TriggerResult> {
  const { id } = await subscribe(context, { trial_period_days: 2 });
  context.say('with a trial that ends in two days');
  return { objectId: id };
}

type Verb = 'update' | 'pause' | 'resume' | 'cancel';

async function command({ florin, say }: TriggerContext, id: string, verb: Verb, body: object = {}) {
  await florin.post(`/v1/subscriptions/{subscription_id}/${verb}`, {
    path: { subscription_id: id },
    body,
  });
  say(`${verb}: done`);
}

export async function changeSubscription(context: TriggerContext, ...verbs: readonly Verb[]) {
  const { id } = await subscribe(context, { trial_period_days: 30 });
  const larger = { plan: await planOf(context, 'large') };
  for (const verb of verbs) await command(context, id, verb, verb === 'update' ? larger : {});
  return { objectId: id };
}

/** A clock that begins now, and the days by which it is advanced. */
async function newClock({ florin, say }: TriggerContext) {
  const start = new Date();
  const frozen_time = start.toISOString();
  const { id } = await florin.post('/v1/test_clocks', { body: { frozen_time } });
  say(`on a test clock, ${id}`);
  return {
    id,
    async advance(days: number): Promise<void> {
      const path = { test_clock_id: id };
      const at = new Date(start.getTime() + days * 86_400_000).toISOString();
      const body = { frozen_time: at };
      await onceReady('the test clock', () =>
        florin.post('/v1/test_clocks/{test_clock_id}/advance', { path, body }),
      );
      await until('the test clock', async () => {
        const { status } = await florin.get('/v1/test_clocks/{test_clock_id}', { path });
        return status === 'ready' ? true : undefined;
      });
      say(`advanced it by ${days} days`);
    },
  };
}

/** Leaves the first invoice unpaid for this number of days. */
export async function letBeOverdue(
  context: TriggerContext,
  what: 'subscription' | 'invoice',
  days: number,
) {
  const clock = await newClock(context);
  const { id, invoiceId } = await subscribe(context, { test_clock_id: clock.id });
  await clock.advance(days);
  // An account may have few open clocks: the next trigger needs one too.
  await endUnlessEnded(context, id);
  return { objectId: what === 'subscription' ? id : invoiceId };
}

async function endUnlessEnded(context: TriggerContext, id: string): Promise<void> {
  const path = { subscription_id: id };
  const { status } = await context.florin.get('/v1/subscriptions/{subscription_id}', { path });
  if (status !== 'canceled' && status !== 'expired') await command(context, id, 'cancel');
}

/** Leaves the invoice after the trial unpaid. */
export async function letExpire(context: TriggerContext): Promise<TriggerResult> {
  const clock = await newClock(context);
  const fields = { test_clock_id: clock.id, trial_period_days: 1 };
  const { id } = await subscribe(context, fields);
  await clock.advance(30);
  return { objectId: id };
}

/** A card that pays first and is declined a month later. */
export async function failToCharge(context: TriggerContext): Promise<TriggerResult> {
  const clock = await newClock(context);
  const { id } = await savedBy(context, CARDS.declinedLater, { test_clock_id: clock.id });
  await clock.advance(32);
  const path = { subscription_id: id };
  const { latest_invoice_id } = await context.florin.get('/v1/subscriptions/{subscription_id}', {
    path,
  });
  await endUnlessEnded(context, id);
  return { objectId: latest_invoice_id ?? '' };
}

/** Pays the invoice of a new subscription by a card, which is then saved. */
async function savedBy(context: TriggerContext, card: string, fields: Subscribing = {}) {
  const subscription = await subscribe(context, fields);
  await payInvoice(context, subscription.invoiceId, card);
  const methodId = await until('the saved card', async () => {
    const query = { customer_id: subscription.customerId };
    return (await context.florin.get('/v1/payment_methods', { query })).data[0]?.id;
  });
  // Billing receives the payment a little later; its clock must not advance before.
  await until('the paid invoice', async () => {
    const path = { invoice_id: subscription.invoiceId };
    const { status } = await context.florin.get('/v1/invoices/{invoice_id}', { path });
    return status === 'paid' ? status : undefined;
  });
  return { ...subscription, methodId };
}

export async function payInvoice(context: TriggerContext, id: string, card: string): Promise<void> {
  const page = await until('the page of the invoice', async () => {
    const path = { invoice_id: id };
    const invoice = await context.florin.get('/v1/invoices/{invoice_id}', { path });
    return invoice.payment_url ?? undefined;
  });
  await typeCard(context, page, card);
  context.say(`paid the invoice with the test card ${card}, which is saved`);
}

export async function saveMethod(context: TriggerContext): Promise<TriggerResult> {
  return { objectId: (await savedBy(context, CARDS.good)).methodId };
}

export async function removeMethod(context: TriggerContext): Promise<TriggerResult> {
  const { methodId } = await savedBy(context, CARDS.good);
  await context.florin.delete('/v1/payment_methods/{payment_method_id}', {
    path: { payment_method_id: methodId },
  });
  context.say(`removed it, ${methodId}`);
  return { objectId: methodId };
}

/** The first of two cards loses its default flag. */
export async function updateMethod(context: TriggerContext): Promise<TriggerResult> {
  const customerId = await newCustomer(context);
  const second = await subscribe(context, { customerId });
  const { methodId } = await savedBy(context, CARDS.good, { customerId });
  await payInvoice(context, second.invoiceId, CARDS.declinedLater);
  return { objectId: methodId };
}

/** A card is valid until the end of its month: one of this month triggers the warning. */
export async function expireMethod(context: TriggerContext): Promise<TriggerResult> {
  const { invoiceId, customerId } = await subscribe(context);
  const path = { invoice_id: invoiceId };
  const page = await until('the page of the invoice', async () => {
    const invoice = await context.florin.get('/v1/invoices/{invoice_id}', { path });
    return invoice.payment_url ?? undefined;
  });
  const now = new Date();
  const month = String(now.getUTCMonth() + 1).padStart(2, '0');
  const expiry = `${month}/${String(now.getUTCFullYear()).slice(-2)}`;
  const form = { card_number: CARDS.good, expiry, cvc: '123', name: 'Grace Hopper' };
  await sendForm(context, page, form);
  context.say(`paid the invoice with a test card that expires this month, ${expiry}`);
  const objectId = await until('the saved card', async () => {
    const query = { customer_id: customerId };
    return (await context.florin.get('/v1/payment_methods', { query })).data[0]?.id;
  });
  return { objectId };
}

/** An open one-off invoice. */
async function newInvoice(context: TriggerContext): Promise<string> {
  const customer_id = await newCustomer(context);
  const lines = [{ description: 'Consulting', quantity: 2, unit_amount: 5_000 }];
  const { id } = await context.florin.post('/v1/invoices', { body: { customer_id, lines } });
  const path = { invoice_id: id };
  await context.florin.post('/v1/invoices/{invoice_id}/finalize', { path, body: {} });
  context.say(`invoiced the customer, ${id}`);
  return id;
}

type Deed = 'send' | 'mark_paid' | 'payment_link' | 'void' | 'write_off';

export async function invoice(
  context: TriggerContext,
  deed?: Deed,
): Promise<{ readonly objectId: string }> {
  const id = await newInvoice(context);
  if (deed !== undefined) {
    const path = { invoice_id: id };
    await context.florin.post(`/v1/invoices/{invoice_id}/${deed}`, { path, body: {} });
    context.say(`${deed.replace('_', ' ')}: done`);
  }
  return { objectId: id };
}

export async function creditInvoice(context: TriggerContext): Promise<TriggerResult> {
  const { objectId } = await invoice(context, 'mark_paid');
  const { id } = await context.florin.post('/v1/credit_notes', {
    body: { invoice_id: objectId, amount: 1_000, credit_to: 'outside' },
  });
  context.say(`credited a part of the invoice, ${id}`);
  return { objectId: id };
}

/** A customer unsubscribes from mails about ending trials. */
async function unsubscribe(context: TriggerContext): Promise<string> {
  const email = newEmail();
  const customerId = await newCustomer(context, email);
  await subscribe(context, { customerId, trial_period_days: 1 });
  context.say(`with a trial that ends tomorrow, and a notice to ${email}`);
  const link = await findMailedLink(context, email, /\/mail\/unsubscribe\/[\w-]{43}/);
  await sendForm(context, link, { 'List-Unsubscribe': 'One-Click' });
  context.say('unsubscribed through the link in the mail');
  return email;
}

export async function suppressMail(context: TriggerContext): Promise<TriggerResult> {
  await unsubscribe(context);
  return {};
}

export async function allowMail(context: TriggerContext): Promise<TriggerResult> {
  const email = await unsubscribe(context);
  const { data } = await context.florin.get('/v1/mail_suppressions', { query: { email } });
  const id = data[0]?.id ?? '';
  await context.florin.delete('/v1/mail_suppressions/{mail_suppression_id}', {
    path: { mail_suppression_id: id },
  });
  context.say(`as an administrator, removed the suppression of the address, ${id}`);
  return { objectId: id };
}
