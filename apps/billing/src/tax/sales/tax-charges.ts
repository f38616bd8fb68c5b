import { AppError, type Uuid } from '@florin/contracts';
import type { Transaction } from 'kysely';
import type { SubscriptionEvent } from '../../domain/subscription/events.ts';
import type { Subscription } from '../../domain/subscription/model.ts';
import { startedCharge } from '../../domain/subscription/started-charge.ts';
import { calculationsOf, withTax } from '../../domain/tax/charges.ts';
import { type MissingTaxes, TaxesNeeded } from '../../domain/tax/engine.ts';
import type { FindSale } from '../../domain/tax/sale.ts';
import type { BillingTables } from '../../schema.ts';
import { takeCalculations } from '../engine/queries.ts';
import { readSales } from './read.ts';

/** Decided events of an existing or a new subscription, at an instant of its clock. */
interface Decided {
  readonly before: Subscription | undefined;
  readonly events: readonly SubscriptionEvent[];
  readonly nowMs: number;
}

/**
 * Taxes the charges that these events start. Also returns the sales, which invoices are written
 * from.
 * @throws TaxesNeeded if a tax engine has no calculation for exactly these charges
 */
export async function applyTaxes<Each extends Decided>(
  tx: Transaction<BillingTables>,
  decided: readonly Each[],
): Promise<{ readonly taxed: readonly Each[]; readonly findSale: FindSale }> {
  const started = decided.flatMap(({ before, events }) =>
    events.flatMap((event) => startedCharge(before, events, event)?.parties ?? []),
  );
  if (started.length === 0) return { taxed: decided, findSale: () => undefined };
  const findSale = await readSales(tx, started);
  const missing: MissingTaxes[] = [];
  const refused = new Map<Uuid, AppError>();
  const taxed = decided.map((each) => ({ ...each, events: each.events.map(taxEach(each)) }));
  if (missing.length + refused.size > 0) throw new TaxesNeeded(missing, refused);
  await takeEach(tx, taxed);
  return { taxed, findSale };

  function taxEach({ before, events, nowMs }: Each) {
    return (event: SubscriptionEvent): SubscriptionEvent => {
      const parties = startedCharge(before, events, event)?.parties;
      const sale = parties && findSale(parties, nowMs);
      if (!sale?.taxed || event.type !== 'charge_started') return event;
      const { charging } = event;
      try {
        return {
          ...event,
          charging: { ...charging, charge: withTax(charging.charge, sale.taxed) },
        };
      } catch (error) {
        if (!(error instanceof AppError) || !before) throw error;
        if (error instanceof TaxesNeeded)
          missing.push(...error.missing.map((each) => ({ ...each, subscriptionId: before.id })));
        else refused.set(before.id, error);
        return event;
      }
    };
  }
}

/** Assigns the calculations of these charges to their invoices. */
async function takeEach(tx: Transaction<BillingTables>, taxed: readonly Decided[]): Promise<void> {
  const taken = taxed.flatMap(({ events }) =>
    events.flatMap((event) => {
      if (event.type !== 'charge_started' || event.charging.attempt > 1) return [];
      const { lines, invoiceId } = event.charging.charge;
      return calculationsOf(lines).map((calculationId) => ({ calculationId, invoiceId }));
    }),
  );
  if (!(await takeCalculations(tx, taken))) throw new TaxesNeeded([]);
}
