import { newEmail } from '@florin/system-kit';
import { eventually } from '@florin/testing';
import {
  ADMIN,
  type Key,
  logInAs,
  must,
  newClosed,
  newKey,
  newOwner,
  newUser,
  type Owner,
  type Person,
} from './people.ts';

/** Callers and objects that the scenarios use. Scenarios leave them unchanged. */
export interface World {
  readonly admin: Owner;
  /** May read everything and change nothing. */
  readonly platform: Person;
  readonly owner: Owner;
  /** A member of the owner's account. */
  readonly member: Person;
  /** Owner of another account. */
  readonly stranger: Owner;
  /** A user without an account. */
  readonly loner: Person;
  /** An API key of the owner's account, with all scopes. */
  readonly key: Key;
  /** An API key that may only read transactions. */
  readonly narrowKey: Key;
  /** The owner of an account that an admin has suspended. */
  readonly suspended: Owner;
  /** The owner of a closed account, with their old tokens. */
  readonly closed: Owner;
  readonly objects: Objects;
}

/** Objects of the owner's account. */
export interface Objects {
  readonly creditId: string;
  /** A hold, neither captured nor canceled. */
  readonly heldId: string;
  readonly paymentId: string;
  readonly planId: string;
  readonly productId: string;
  readonly priceId: string;
  readonly couponId: string;
  readonly promotionCodeId: string;
  readonly customerId: string;
  /** A subscription in its trial. */
  readonly subscriptionId: string;
  readonly testClockId: string;
}

/** Well-formed ids of no object. */
export const ABSENT = {
  account: 'acc_01h455vb4pex5vsknk084sn02q',
  user: 'usr_01h455vb4pex5vsknk084sn02q',
  session: 'ses_01h455vb4pex5vsknk084sn02q',
  transaction: 'txn_01h455vb4pex5vsknk084sn02q',
  payment: 'pay_01h455vb4pex5vsknk084sn02q',
  paid: 'pay_01h455vb4pex5vsknk084sn02q',
  disputed: 'pay_01h455vb4pex5vsknk084sn02q',
  product: 'prod_01h455vb4pex5vsknk084sn02q',
  price: 'price_01h455vb4pex5vsknk084sn02q',
  coupon: 'cpn_01h455vb4pex5vsknk084sn02q',
  promotionCode: 'promo_01h455vb4pex5vsknk084sn02q',
  refund: 're_01h455vb4pex5vsknk084sn02q',
  dispute: 'dp_01h455vb4pex5vsknk084sn02q',
  paymentMethod: 'pm_01h455vb4pex5vsknk084sn02q',
  processorAccount: 'pac_01h455vb4pex5vsknk084sn02q',
  bankStatement: 'bst_01h455vb4pex5vsknk084sn02q',
  unmatchedMoney: 'unm_01h455vb4pex5vsknk084sn02q',
  invitation: 'ivt_01h455vb4pex5vsknk084sn02q',
  factor: 'fac_01h455vb4pex5vsknk084sn02q',
  mail: 'ml_01h455vb4pex5vsknk084sn02q',
  mailSuppression: 'msp_01h455vb4pex5vsknk084sn02q',
  payout: 'po_01h455vb4pex5vsknk084sn02q',
  apiKey: 'key_01h455vb4pex5vsknk084sn02q',
  subscription: 'sub_01h455vb4pex5vsknk084sn02q',
  paidInvoice: 'inv_01h455vb4pex5vsknk084sn02q',
  saver: 'cus_01h455vb4pex5vsknk084sn02q',
  customer: 'cus_01h455vb4pex5vsknk084sn02q',
  invoice: 'inv_01h455vb4pex5vsknk084sn02q',
  creditNote: 'cn_01h455vb4pex5vsknk084sn02q',
  draft: 'inv_01h455vb4pex5vsknk084sn02q',
  taxRate: 'txr_01h455vb4pex5vsknk084sn02q',
  portalSession: 'prt_01h455vb4pex5vsknk084sn02q',
  export: 'exp_01h455vb4pex5vsknk084sn02q',
  invoiceLine: 'li_01h455vb4pex5vsknk084sn02q_1',
  change: 'chg_01h455vb4pex5vsknk084sn02q',
  quote: 'quo_01h455vb4pex5vsknk084sn02q',
  creditEntry: 'crd_01h455vb4pex5vsknk084sn02q',
  event: 'evt_01h455vb4pex5vsknk084sn02q',
  webhookEndpoint: 'we_01h455vb4pex5vsknk084sn02q',
  webhookDelivery: 'dlv_01h455vb4pex5vsknk084sn02q',
  testClock: 'clk_01h455vb4pex5vsknk084sn02q',
} as const;

export async function makeWorld(): Promise<World> {
  const admin = await logInAdmin();
  const owner = await newOwner();
  const [platform, member, stranger, loner, suspended, closed] = await Promise.all([
    newUser(admin, { role: 'platform' }),
    newUser(owner),
    newOwner(),
    newUser(),
    newOwner().then((person) => suspend(admin, person)),
    newClosed(),
  ]);
  const [key, narrowKey, objects] = await Promise.all([
    newKey(owner),
    newKey(owner, ['transactions:read']),
    makeObjects(owner),
  ]);
  const people = { admin, platform, owner, member, stranger, loner, suspended, closed };
  return { ...people, key, narrowKey, objects };
}

export async function logInAdmin(): Promise<Owner> {
  const admin = await logInAs(ADMIN.email, ADMIN.password);
  if (admin.accountId === null) throw new Error('the admin has no account');
  return { ...admin, accountId: admin.accountId };
}

async function suspend(admin: Person, owner: Owner): Promise<Owner> {
  const path = `/v1/accounts/${owner.accountId}`;
  await must(() => admin.call('PATCH', path, { body: { status: 'suspended' } }));
  return owner;
}

const PLENTY = 1_000_000;

async function makeObjects(owner: Owner): Promise<Objects> {
  const credit = await record(owner, { type: 'credit', amount: PLENTY });
  const held = await record(owner, { type: 'payment', amount: 100, capture: 'manual' });
  const payment = await requestPayment(owner);
  const plan = { id: 'gold', name: 'Gold', amount: 1500, interval: 'month' };
  const sold = await must(() => owner.call('POST', '/v1/plans', { body: plan }));
  const code = await newPromotionCode(owner);
  const customer = await must(() => owner.call('POST', '/v1/customers', { body: {} }));
  const subscription = await subscribe(owner, { trial_period_days: 14 });
  return {
    creditId: credit.id,
    heldId: held.id,
    paymentId: payment.id,
    planId: plan.id,
    productId: sold.product_id,
    priceId: sold.price_id,
    couponId: code.coupon_id,
    promotionCodeId: code.id,
    customerId: customer.id,
    subscriptionId: subscription.id,
    testClockId: (await newClock(owner)).id,
  };
}

/** Creates a payment request of the owner's account. */
export async function requestPayment(owner: Owner, fields: object = {}) {
  const body = {
    account_id: owner.accountId,
    amount: 100,
    currency: 'USD',
    customer_email: 'customer@example.com',
    ...fields,
  };
  return must(() => owner.call('POST', '/v1/payments', { body }));
}

/** Subscribes a customer of the owner's account, or the account itself. */
export async function subscribe(owner: Owner, fields: object = {}) {
  const body = { customer_id: 'customer 7', plan: 'basic', ...fields };
  return must(() => owner.call('POST', '/v1/subscriptions', { body }));
}

/** Records a transaction of the owner's account in its currency. */
export async function record(owner: Owner, fields: object) {
  const body = { account_id: owner.accountId, currency: 'USD', ...fields };
  return must(() => owner.call('POST', '/v1/transactions', { body }));
}

/** A payment that is captured, so that its amount can be refunded. */
export async function recordSettled(owner: Owner, amount: number) {
  await record(owner, { type: 'credit', amount });
  const { id } = await record(owner, { type: 'payment', amount, capture: 'manual' });
  return must(() => owner.call('POST', `/v1/transactions/${id}/capture`));
}

/** A draft of a one-off invoice of the owner's account, for one of its customers. */
export async function newDraft(owner: Owner, fields: object = {}) {
  const customer = await must(() =>
    owner.call('POST', '/v1/customers', { body: { email: newEmail() } }),
  );
  const lines = [{ description: 'Consulting', quantity: 2, unit_amount: 500 }];
  const body = { customer_id: customer.id, lines, ...fields };
  return must(() => owner.call('POST', '/v1/invoices', { body }));
}

/** A one-off invoice of 10.00 that a customer of the owner's account has paid outside. */
export async function newPaidInvoice(owner: Owner) {
  const { id } = await newDraft(owner);
  await must(() => owner.call('POST', `/v1/invoices/${id}/finalize`, { body: {} }));
  return must(() => owner.call('POST', `/v1/invoices/${id}/mark_paid`, { body: {} }));
}

/** A credit note for a part of such an invoice. */
export async function newCreditNote(owner: Owner) {
  const { id } = await newPaidInvoice(owner);
  const body = { invoice_id: id, amount: 100, credit_to: 'outside' };
  return must(() => owner.call('POST', '/v1/credit_notes', { body }));
}

/** A tax rate of the owner's account, in a region where no one buys. */
export async function newTaxRate(owner: Owner, fields: object = {}) {
  const body = { name: 'VAT', percentage: '10', country: 'AQ', ...fields };
  return must(() => owner.call('POST', '/v1/tax_rates', { body }));
}

/** A portal of a new customer of the owner's account. */
export async function newPortalSession(owner: Owner, fields: object = {}) {
  const body = { name: 'Grace', email: newEmail(), ...fields };
  const customer = await must(() => owner.call('POST', '/v1/customers', { body }));
  const asked = { body: { customer_id: customer.id } };
  return must(() => owner.call('POST', '/v1/portal_sessions', asked));
}

/** An export of the owner's account. */
export async function newExport(owner: Owner, fields: object = {}) {
  const body = { type: 'invoices', from: '2026-01-01', to: '2026-12-31', ...fields };
  // An account may run few exports at a time.
  return eventually(() => must(() => owner.call('POST', '/v1/exports', { body })));
}

/** A coupon of the owner's account. */
export async function newCoupon(owner: Owner, fields: object = {}) {
  const body = { percent_off: 10, duration: 'once', ...fields };
  return must(() => owner.call('POST', '/v1/coupons', { body }));
}

/** A promotion code of a new coupon of the owner's account. */
export async function newPromotionCode(owner: Owner, fields: object = {}) {
  const { id } = await newCoupon(owner);
  const body = { coupon_id: id, ...fields };
  return must(() => owner.call('POST', '/v1/promotion_codes', { body }));
}

/** A test clock of the owner's account. */
export async function newClock(owner: Owner) {
  const body = { frozen_time: '2025-01-01T00:00:00Z' };
  return must(() => owner.call('POST', '/v1/test_clocks', { body }));
}
