import type { Transaction } from 'kysely';
import { applyEvent } from '../domain/apply.ts';
import { type CreditKind, creditChange, withCredit } from '../domain/credit.ts';
import type { SubscriptionEvent } from '../domain/event.ts';
import type { Invoice } from '../domain/invoice.ts';
import type { Parties, Subscription } from '../domain/subscription.ts';
import { addCredit, lockCredit } from '../store/credits.ts';
import type { BillingTables } from '../store/schema.ts';

type Tx = Transaction<BillingTables>;

/** What was decided, with the charges that begin paid from the payer's credit as far as it goes. */
export async function payByCredit(
  tx: Tx,
  before: Subscription | undefined,
  decided: readonly SubscriptionEvent[],
): Promise<readonly SubscriptionEvent[]> {
  const [first] = decided;
  const subscription = before ?? (first && applyEvent(undefined, first));
  if (!subscription) return decided;
  const events: SubscriptionEvent[] = [];
  for (const event of decided) events.push(await paid(tx, subscription, event));
  return events;
}

async function paid(
  tx: Tx,
  parties: Parties,
  event: SubscriptionEvent,
): Promise<SubscriptionEvent> {
  if (event.type !== 'charge_started') return event;
  const { charging } = event;
  const { charge } = charging;
  // A retry is of the same charge, which has its credit.
  if (charging.attempt > 1 || charge.amount === 0n) return event;
  const credit = await lockCredit(tx, { ...holderOf(parties), currency: charge.currency });
  return { ...event, charging: { ...charging, charge: withCredit(charge, credit) } };
}

/** Gives, takes or gives back the credit that the lines of an invoice tell of. */
export async function moveCredit(tx: Tx, invoice: Invoice, kind: CreditKind): Promise<void> {
  const amount = creditChange(invoice, kind);
  if (amount === 0n) return;
  const { id: invoiceId, subscriptionId, currency, cause } = invoice;
  const holder = { ...holderOf(invoice), currency };
  await addCredit(tx, { ...holder, kind, amount, subscriptionId, invoiceId, cause });
}

function holderOf({ sellerId, payerAccountId, customerId }: Parties) {
  const holderId = payerAccountId ?? customerId;
  if (holderId === null) throw new Error('nobody pays for a subscription');
  return { sellerId, holderId };
}
