import type { Transaction } from 'kysely';
import type { CreditHolder } from '../../domain/credit.ts';
import { creditChange, withCredit } from '../../domain/credit.ts';
import type { InvoiceChanges } from '../../domain/invoice/apply.ts';
import type { Invoice } from '../../domain/invoice/model.ts';
import type { SubscriptionEvent } from '../../domain/subscription/events.ts';
import type { Parties, Subscription } from '../../domain/subscription/model.ts';
import { startedCharge } from '../../domain/subscription/started-charge.ts';
import { reopenExpiries } from '../../records/credit-adjustments-queries.ts';
import { addCredit, keyOf, lockCredits } from '../../records/credits-queries.ts';
import type { BillingTables } from '../../schema.ts';

type Tx = Transaction<BillingTables>;

/** Decided events of an existing or a new subscription. */
interface Decided {
  readonly before: Subscription | undefined;
  readonly events: readonly SubscriptionEvent[];
}

/** The decided events, with new charges paid from the payers' credit as far as it suffices. */
export async function applyCredits(
  tx: Tx,
  decided: readonly Decided[],
): Promise<readonly (readonly SubscriptionEvent[])[]> {
  const holders = decided.flatMap(({ before, events }) =>
    events.flatMap((event) => payingHolder(before, events, event) ?? []),
  );
  if (holders.length === 0) return decided.map(({ events }) => events);
  const credits = await lockCredits(tx, holders);
  return decided.map(({ before, events }) =>
    events.map((event) => {
      const holder = payingHolder(before, events, event);
      return holder ? paid(credits, keyOf(holder), event) : event;
    }),
  );
}

/** Undefined if the event starts no charge. */
function payingHolder(
  before: Subscription | undefined,
  events: readonly SubscriptionEvent[],
  event: SubscriptionEvent,
): CreditHolder | undefined {
  const started = startedCharge(before, events, event);
  if (!started || started.charge.amount === 0n) return undefined;
  return { ...holderOf(started.parties), currency: started.charge.currency };
}

/** Pays a charge from these credits and lowers them: one holder can have several charges. */
function paid(
  credits: Map<string, bigint>,
  key: string,
  event: SubscriptionEvent,
): SubscriptionEvent {
  if (event.type !== 'charge_started') return event;
  const { charging } = event;
  const credit = credits.get(key) ?? 0n;
  const charge = withCredit(charging.charge, credit);
  credits.set(key, credit - (charging.charge.amount - charge.amount));
  return { ...event, charging: { ...charging, charge } };
}

/** Grants, applies or returns the credit in the invoice lines. Few invoices have any. */
export async function moveCredits(tx: Tx, moves: InvoiceChanges['credits']): Promise<void> {
  const entries = moves
    .map(({ invoice, kind, amount = creditChange(invoice, kind) }) => ({
      ...entryOf(invoice),
      kind,
      amount,
    }))
    .filter(({ amount }) => amount !== 0n)
    // Credits are locked in this order everywhere.
    .sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  for (const entry of entries) {
    await addCredit(tx, entry);
    if (entry.kind === 'returned') await reopenExpiries(tx, entry);
  }
}

function entryOf({ id: invoiceId, subscriptionId, currency, cause, ...parties }: Invoice) {
  return { ...holderOf(parties), currency, subscriptionId, invoiceId, creditNoteId: null, cause };
}

export function holderOf({
  sellerId,
  payerAccountId,
  customerId,
}: Pick<Parties, 'sellerId' | 'payerAccountId' | 'customerId'>) {
  const holderId = payerAccountId ?? customerId;
  if (holderId === null) throw new Error('there is neither a customer nor an account that pays');
  return { sellerId, holderId };
}
