import { randomBytes } from 'node:crypto';
import { eventually } from '@florin/testing';
import {
  type Caller,
  type Key,
  logInAs,
  must,
  newKey,
  newOwner,
  newUser,
  type Owner,
  type Person,
} from '../people.ts';
import { newUnmatchedOfAdmin } from '../prepare/bank-statements.ts';
import { newestEvent } from '../prepare/events.ts';
import { newFile } from '../prepare/exports.ts';
import { newSuppression, unsubscribe } from '../prepare/mail.ts';
import { newPaymentMethod } from '../prepare/payment-methods.ts';
import { newPayout } from '../prepare/payouts.ts';
import { newProcessorAccountOfAdmin } from '../prepare/processor-accounts.ts';
import { newDispute, newRefund } from '../prepare/refunds.ts';
import { newInvitation } from '../prepare/teams.ts';
import { newEndpoint } from '../prepare/webhooks.ts';
import {
  newClock,
  newDraft,
  newPortalSession,
  newPromotionCode,
  newTaxRate,
  record,
  requestPayment,
  subscribe,
} from '../world.ts';

export type SideName = 'A' | 'B';

/** One id of each kind of object that an account can have. */
export interface Ids {
  readonly account: string;
  /** The member's user id. */
  readonly user: string;
  /** The owner's session. */
  readonly session: string;
  readonly apiKey: string;
  readonly transaction: string;
  readonly payment: string;
  /** A paid request, partly refunded. */
  readonly paid: string;
  /** A paid request that the customer disputes. */
  readonly disputed: string;
  readonly refund: string;
  readonly dispute: string;
  /** Belongs to no account, only to the operator. */
  readonly processorAccount: string;
  readonly bankStatement: string;
  readonly unmatchedMoney: string;
  readonly invitation: string;
  readonly mail: string;
  readonly mailSuppression: string;
  readonly payout: string;
  /** A customer with a saved payment method. */
  readonly saver: string;
  /** An invoice that this customer has paid. */
  readonly paidInvoice: string;
  readonly paymentMethod: string;
  readonly plan: string;
  readonly product: string;
  readonly price: string;
  readonly coupon: string;
  readonly promotionCode: string;
  readonly customer: string;
  readonly subscription: string;
  readonly invoice: string;
  /** A one-off invoice that is not finalized. */
  readonly draft: string;
  readonly creditNote: string;
  readonly taxRate: string;
  readonly portalSession: string;
  readonly export: string;
  readonly invoiceLine: string;
  readonly event: string;
  readonly webhookEndpoint: string;
  readonly testClock: string;
}
export type IdName = keyof Ids;

/** One of the two accounts that must not see each other. */
export interface Side {
  readonly name: SideName;
  readonly owner: Owner;
  readonly member: Person;
  readonly key: Key;
  readonly ids: Ids;
  /** Written into every free text of this side. */
  readonly canary: string;
  /** Texts that no outside caller may ever read: ids, emails, the canary. */
  readonly secrets: readonly string[];
}

export async function makeSide(name: SideName): Promise<Side> {
  const canary = `canary-${name.toLowerCase()}-${randomBytes(8).toString('hex')}`;
  const owner = await newOwner({ name: canary });
  const member = await newUser(owner, { name: canary });
  const key = await newKey(owner);
  const ids = await makeIds(owner, member, canary);
  await unsubscribe(owner);
  const people = [owner, member].flatMap(({ userId, email, sessionId }) => [
    userId,
    email,
    sessionId,
  ]);
  const secrets = [canary, key.id, ...people, ...Object.values(ids)];
  return { name, owner, member, key, ids, canary, secrets };
}

/** VAT ID of each side's customer. */
export const TAX_ID = 'DE136695976';

/** An amount whose payout fails at once, so that it never changes later. */
const REFUSED = 51;

async function makeIds(owner: Owner, member: Person, canary: string): Promise<Ids> {
  const texts = { reference: canary, metadata: { canary } };
  await record(owner, { type: 'credit', amount: 1_000_000, ...texts });
  const held = await record(owner, {
    type: 'payment',
    amount: 100,
    capture: 'manual',
    ...texts,
  });
  const payment = await requestPayment(owner, texts);
  const plan = { id: canary, name: canary, amount: 1_500, interval: 'month' };
  const sold = await must(() => owner.call('POST', '/v1/plans', { body: plan }));
  const code = await newPromotionCode(owner, { metadata: { canary } });
  const refund = await newRefund(owner, { metadata: { canary } });
  const dispute = await newDispute(owner);
  const payout = await newPayout(owner, { ...texts, amount: REFUSED });
  const method = await newPaymentMethod(owner);
  const unmatched = await newUnmatchedOfAdmin();
  const fields = { name: canary, metadata: { canary }, tax_ids: [{ value: TAX_ID }] };
  const customer = await must(() => owner.call('POST', '/v1/customers', { body: fields }));
  const clock = await newClock(owner);
  const subscription = await subscribe(owner, {
    customer_id: customer.id,
    test_clock_id: clock.id,
    plan: plan.id,
    metadata: { canary },
  });
  const credited = { invoice_id: subscription.latest_invoice_id, amount: 1, memo: canary };
  const note = await must(() => owner.call('POST', '/v1/credit_notes', { body: credited }));
  const apiKey = await must(() => owner.call('POST', '/v1/api_keys', { body: { name: canary } }));
  return {
    account: owner.accountId,
    user: member.userId,
    session: (await logInAs(owner.email, owner.password)).sessionId,
    apiKey: apiKey.id,
    transaction: held.id,
    payment: payment.id,
    paid: refund.payment_id,
    refund: refund.id,
    disputed: dispute.payment_id,
    dispute: dispute.id,
    payout: payout.id,
    processorAccount: (await newProcessorAccountOfAdmin()).id,
    bankStatement: unmatched.statementId,
    unmatchedMoney: unmatched.id,
    invitation: (await newInvitation(owner)).id,
    mail: await mailAbout(owner, payment.id),
    mailSuppression: (await newSuppression()).id,
    saver: method.customer_id,
    paidInvoice: method.invoiceId,
    paymentMethod: method.id,
    plan: plan.id,
    product: sold.product_id,
    price: sold.price_id,
    coupon: code.coupon_id,
    promotionCode: code.id,
    customer: customer.id,
    subscription: subscription.id,
    invoice: subscription.latest_invoice_id,
    draft: (await newDraft(owner, { memo: canary })).id,
    creditNote: note.id,
    taxRate: (await newTaxRate(owner, { name: canary.slice(0, 40) })).id,
    portalSession: (await newPortalSession(owner, { name: canary })).id,
    // Complete, so that it cannot change while others read it.
    export: (await newFile(owner)).id,
    invoiceLine: await firstLine(owner, subscription.latest_invoice_id),
    event: await newestEvent(owner),
    webhookEndpoint: (await newEndpoint(owner)).id,
    testClock: clock.id,
  };
}

async function firstLine(owner: Owner, invoiceId: string): Promise<string> {
  const { lines } = await must(() => owner.call('GET', `/v1/invoices/${invoiceId}`));
  return lines[0].id;
}

export const callerNames = [
  'anonymous',
  'a bad token',
  'owner of A',
  'owner of B',
  'member of A',
  'key of A',
  'user without account',
  'platform',
  'admin',
] as const;
export type CallerName = (typeof callerNames)[number];

/** Roles of the permission table. */
export type Role = 'owner' | 'member' | 'key' | 'alone' | 'platform' | 'admin';

export interface KnownCaller extends Caller {
  readonly name: CallerName;
  /** Undefined without a valid token. */
  readonly role: Role | undefined;
  readonly side: SideName | undefined;
  /** Undefined for keys. */
  readonly person: Person | undefined;
}

/** The first mail about an object. */
function mailAbout(owner: Owner, id: string): Promise<string> {
  return eventually(async () => {
    const { data } = await must(() => owner.call('GET', `/v1/mails?object_id=${id}`));
    return data[0].id;
  });
}
