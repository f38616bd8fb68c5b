import type { Kysely } from 'kysely';
import { startedCharge } from '../charges/started.ts';
import type { BillingTables } from '../schema.ts';
import type { SubscriptionEvent } from '../subscriptions/events-model.ts';
import type { Subscription } from '../subscriptions/model.ts';
import { withTax } from './model.ts';
import type { FindSale } from './sale-model.ts';
import { readSales } from './sales.ts';

/** What was decided about a subscription, or about one that is new; at an instant of its clock. */
interface Decided {
  readonly before: Subscription | undefined;
  readonly events: readonly SubscriptionEvent[];
  readonly nowMs: number;
}

/** What was decided, with charges that start taxed as their sale is; and the sales, for their invoices. */
export async function applyTaxes<Each extends Decided>(
  db: Kysely<BillingTables>,
  decided: readonly Each[],
): Promise<{ readonly taxed: readonly Each[]; readonly findSale: FindSale }> {
  const started = decided.flatMap(({ before, events }) =>
    events.flatMap((event) => startedCharge(before, events, event)?.parties ?? []),
  );
  if (started.length === 0) return { taxed: decided, findSale: () => undefined };
  const findSale = await readSales(db, started);
  const taxed = decided.map((each) => ({
    ...each,
    events: each.events.map((event) => {
      const parties = startedCharge(each.before, each.events, event)?.parties;
      const sale = parties && findSale(parties, each.nowMs);
      return sale?.taxed && event.type === 'charge_started'
        ? {
            ...event,
            charging: { ...event.charging, charge: withTax(event.charging.charge, sale.taxed) },
          }
        : event;
    }),
  }));
  return { taxed, findSale };
}
