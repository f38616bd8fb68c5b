import { FlorinError } from '../../../../sdk/typescript/src/index.ts';
import { CARDS, typeCard } from './money.ts';
import {
  findMailedLink,
  type Happened,
  newEmail,
  onceReady,
  type Stage,
  sendForm,
  until,
} from './stage.ts';

const PLANS = { small: 1_500, large: 2_900 } as const;

/** Plans never change: there are two, made when they are first needed. */
async function planOf({ florin, currency }: Stage, size: keyof typeof PLANS): Promise<string> {
  const id = `trigger-${size}`;
  const name = `Trigger ${size}`;
  const body = { id, name, amount: PLANS[size], currency, interval: 'month' as const };
  await florin.post('/v1/plans', { body }).catch((error: unknown) => {
    if (!(error instanceof FlorinError) || error.code !== 'conflict') throw error;
  });
  return id;
}

async function newCustomer({ florin, say }: Stage, email: string = newEmail()): Promise<string> {
  const { id } = await florin.post('/v1/customers', { body: { email, name: 'Grace Hopper' } });
  say(`made a customer, ${id}`);
  return id;
}

export async function createCustomer(stage: Stage): Promise<Happened> {
  return { objectId: await newCustomer(stage) };
}

export async function updateCustomer(stage: Stage): Promise<Happened> {
  const id = await newCustomer(stage);
  const path = { customer_id: id };
  await stage.florin.patch('/v1/customers/{customer_id}', { path, body: { name: 'Ada' } });
  stage.say('gave them another name');
  return { objectId: id };
}

/** A customer without subscriptions, whose personal data is erased. */
export async function anonymizeCustomer(stage: Stage): Promise<Happened> {
  const id = await newCustomer(stage);
  await stage.florin.post('/v1/customers/{customer_id}/anonymize', { path: { customer_id: id } });
  stage.say('erased their personal data');
  return { objectId: id };
}

interface Subscribing {
  readonly customerId?: string;
  readonly trial_period_days?: number;
  readonly test_clock_id?: string;
}

async function subscribe(stage: Stage, { customerId, ...fields }: Subscribing = {}) {
  const customer_id = customerId ?? (await newCustomer(stage));
  const plan = await planOf(stage, 'small');
  const { id, latest_invoice_id } = await stage.florin.post('/v1/subscriptions', {
    body: { customer_id, plan, ...fields },
  });
  stage.say(`subscribed them to ${plan}, ${id}`);
  return { id, customerId: customer_id, invoiceId: latest_invoice_id ?? '' };
}

export async function createSubscription(stage: Stage): Promise<Happened> {
  return { objectId: (await subscribe(stage)).id };
}

export async function endTrialSoon(stage: Stage): Promise<Happened> {
  const { id } = await subscribe(stage, { trial_period_days: 2 });
  stage.say('with a trial that ends in two days');
  return { objectId: id };
}

type Verb = 'update' | 'pause' | 'resume' | 'cancel';

async function command({ florin, say }: Stage, id: string, verb: Verb, body: object = {}) {
  await florin.post(`/v1/subscriptions/{subscription_id}/${verb}`, {
    path: { subscription_id: id },
    body,
  });
  say(`${verb}: done`);
}

export async function changeSubscription(stage: Stage, ...verbs: readonly Verb[]) {
  const { id } = await subscribe(stage, { trial_period_days: 30 });
  const larger = { plan: await planOf(stage, 'large') };
  for (const verb of verbs) await command(stage, id, verb, verb === 'update' ? larger : {});
  return { objectId: id };
}

/** A clock that begins now, and days that it is advanced by. */
async function newClock({ florin, say }: Stage) {
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
      say(`let ${days} days go by on it`);
    },
  };
}

/** Nobody pays the first invoice for so many days. */
export async function letBeOverdue(stage: Stage, what: 'subscription' | 'invoice', days: number) {
  const clock = await newClock(stage);
  const { id, invoiceId } = await subscribe(stage, { test_clock_id: clock.id });
  await clock.advance(days);
  // An account has few open clocks: the next trigger needs one too.
  await endUnlessEnded(stage, id);
  return { objectId: what === 'subscription' ? id : invoiceId };
}

async function endUnlessEnded(stage: Stage, id: string): Promise<void> {
  const path = { subscription_id: id };
  const { status } = await stage.florin.get('/v1/subscriptions/{subscription_id}', { path });
  if (status !== 'canceled' && status !== 'expired') await command(stage, id, 'cancel');
}

/** Nobody ever pays what follows the trial. */
export async function letExpire(stage: Stage): Promise<Happened> {
  const clock = await newClock(stage);
  const fields = { test_clock_id: clock.id, trial_period_days: 1 };
  const { id } = await subscribe(stage, fields);
  await clock.advance(30);
  return { objectId: id };
}

/** The card that paid first is declined a month later. */
export async function failToCharge(stage: Stage): Promise<Happened> {
  const clock = await newClock(stage);
  const { id } = await savedBy(stage, CARDS.declinedLater, { test_clock_id: clock.id });
  await clock.advance(32);
  const path = { subscription_id: id };
  const { latest_invoice_id } = await stage.florin.get('/v1/subscriptions/{subscription_id}', {
    path,
  });
  await endUnlessEnded(stage, id);
  return { objectId: latest_invoice_id ?? '' };
}

/** Pays the invoice of a new subscription by a card, which is saved with that. */
async function savedBy(stage: Stage, card: string, fields: Subscribing = {}) {
  const subscription = await subscribe(stage, fields);
  await payInvoice(stage, subscription.invoiceId, card);
  const methodId = await until('the saved card', async () => {
    const query = { customer_id: subscription.customerId };
    return (await stage.florin.get('/v1/payment_methods', { query })).data[0]?.id;
  });
  // Billing hears of it a little later, and until then the time of its clock must not go by.
  await until('the paid invoice', async () => {
    const path = { invoice_id: subscription.invoiceId };
    const { status } = await stage.florin.get('/v1/invoices/{invoice_id}', { path });
    return status === 'paid' ? status : undefined;
  });
  return { ...subscription, methodId };
}

export async function payInvoice(stage: Stage, id: string, card: string): Promise<void> {
  const page = await until('the page of the invoice', async () => {
    const path = { invoice_id: id };
    const invoice = await stage.florin.get('/v1/invoices/{invoice_id}', { path });
    return invoice.payment_url ?? undefined;
  });
  await typeCard(stage, page, card);
  stage.say(`paid its invoice by the test card ${card}, which is saved`);
}

export async function saveMethod(stage: Stage): Promise<Happened> {
  return { objectId: (await savedBy(stage, CARDS.good)).methodId };
}

export async function removeMethod(stage: Stage): Promise<Happened> {
  const { methodId } = await savedBy(stage, CARDS.good);
  await stage.florin.delete('/v1/payment_methods/{payment_method_id}', {
    path: { payment_method_id: methodId },
  });
  stage.say(`removed it, ${methodId}`);
  return { objectId: methodId };
}

/** Of two cards, the one that was the default is not any more. */
export async function updateMethod(stage: Stage): Promise<Happened> {
  const customerId = await newCustomer(stage);
  const second = await subscribe(stage, { customerId });
  const { methodId } = await savedBy(stage, CARDS.good, { customerId });
  await payInvoice(stage, second.invoiceId, CARDS.declinedLater);
  return { objectId: methodId };
}

/** A card is good until its month ends: one of this month is warned of. */
export async function expireMethod(stage: Stage): Promise<Happened> {
  const { invoiceId, customerId } = await subscribe(stage);
  const path = { invoice_id: invoiceId };
  const page = await until('the page of the invoice', async () => {
    const invoice = await stage.florin.get('/v1/invoices/{invoice_id}', { path });
    return invoice.payment_url ?? undefined;
  });
  const now = new Date();
  const month = String(now.getUTCMonth() + 1).padStart(2, '0');
  const expiry = `${month}/${String(now.getUTCFullYear()).slice(-2)}`;
  const form = { card_number: CARDS.good, expiry, cvc: '123', name: 'Grace Hopper' };
  await sendForm(stage, page, form);
  stage.say(`paid its invoice by a test card that expires this month, ${expiry}`);
  const objectId = await until('the saved card', async () => {
    const query = { customer_id: customerId };
    return (await stage.florin.get('/v1/payment_methods', { query })).data[0]?.id;
  });
  return { objectId };
}

/** A one-off invoice, open. */
async function newInvoice(stage: Stage): Promise<string> {
  const customer_id = await newCustomer(stage);
  const lines = [{ description: 'Consulting', quantity: 2, unit_amount: 5_000 }];
  const { id } = await stage.florin.post('/v1/invoices', { body: { customer_id, lines } });
  const path = { invoice_id: id };
  await stage.florin.post('/v1/invoices/{invoice_id}/finalize', { path, body: {} });
  stage.say(`invoiced them, ${id}`);
  return id;
}

type Deed = 'send' | 'mark_paid' | 'payment_link' | 'void' | 'write_off';

export async function invoice(stage: Stage, deed?: Deed): Promise<{ readonly objectId: string }> {
  const id = await newInvoice(stage);
  if (deed !== undefined) {
    const path = { invoice_id: id };
    await stage.florin.post(`/v1/invoices/{invoice_id}/${deed}`, { path, body: {} });
    stage.say(`${deed.replace('_', ' ')}: done`);
  }
  return { objectId: id };
}

export async function creditInvoice(stage: Stage): Promise<Happened> {
  const { objectId } = await invoice(stage, 'mark_paid');
  const { id } = await stage.florin.post('/v1/credit_notes', {
    body: { invoice_id: objectId, amount: 1_000, credit_to: 'outside' },
  });
  stage.say(`took a part of it back, ${id}`);
  return { objectId: id };
}

/** A customer does without the mail that tells that a trial ends. */
async function unsubscribe(stage: Stage): Promise<string> {
  const email = newEmail();
  const customerId = await newCustomer(stage, email);
  await subscribe(stage, { customerId, trial_period_days: 1 });
  stage.say(`with a trial that ends tomorrow, of which ${email} is told`);
  const link = await findMailedLink(stage, email, /\/mail\/unsubscribe\/[\w-]{43}/);
  await sendForm(stage, link, { 'List-Unsubscribe': 'One-Click' });
  stage.say('clicked away such mail by the link in it');
  return email;
}

export async function suppressMail(stage: Stage): Promise<Happened> {
  await unsubscribe(stage);
  return {};
}

export async function allowMail(stage: Stage): Promise<Happened> {
  const email = await unsubscribe(stage);
  const { data } = await stage.florin.get('/v1/mail_suppressions', { query: { email } });
  const id = data[0]?.id ?? '';
  await stage.florin.delete('/v1/mail_suppressions/{mail_suppression_id}', {
    path: { mail_suppression_id: id },
  });
  stage.say(`as an administrator, let mail go there again, ${id}`);
  return { objectId: id };
}
