import type { Uuid } from '@florin/contracts';
import { type Kysely, type Selectable, sql } from 'kysely';
import type { Stored } from '../domain/public-events.ts';
import { type CustomerFilter, ofCustomer, type PageRequest, selectSoldOrPaid } from './pages.ts';
import type { BillingTables, SubscriptionRow } from './schema.ts';
import { toStored } from './subscriptions.ts';

export interface SubscriptionFilter extends PageRequest {
  readonly customer: CustomerFilter | undefined;
  readonly plan: string | undefined;
  readonly status: string | undefined;
  /** Null names no clock. */
  readonly testClockId: Uuid | null | undefined;
}

/** In the direction of travel; without those that are still being created. */
export async function listSubscriptions(
  db: Kysely<BillingTables>,
  filter: SubscriptionFilter,
  rowsMax: number,
): Promise<readonly Stored[]> {
  const { customer, plan, status, testClockId } = filter;
  const condition = sql<boolean>`${ofCustomer(customer, filter)}
    and status <> 'incomplete'
    and ${plan === undefined ? sql`true` : sql`plan_id = ${plan}`}
    and ${status === undefined ? sql`true` : sql`status = ${status}`}
    and ${testClockId === undefined ? sql`true` : sql`test_clock_id = ${testClockId}::uuid`}`;
  const page = selectSoldOrPaid('subscriptions', filter, condition, rowsMax);
  const { rows } = await sql<Selectable<SubscriptionRow>>`${page}`.execute(db);
  return rows.map(toStored);
}
