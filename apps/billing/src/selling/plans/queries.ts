import type { Uuid } from '@florin/contracts';
import { type Bounds, withinBounds } from '@florin/database';
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import { toCurrency } from '../../domain/currency.ts';
import type { PlanTerms } from '../../domain/price.ts';
import type { BillingTables, PlanRow } from '../../schema.ts';

/** An account's plan, or a starter plan, which has no account. */
export interface Plan extends PlanTerms {
  readonly accountId: Uuid | null;
  readonly createdAt: Date | null;
  readonly archivedAt: Date | null;
}

/** Stores a plan of an account; undefined if the account already has this id. */
export async function insertPlan(
  tx: Transaction<BillingTables>,
  accountId: Uuid,
  terms: PlanTerms,
): Promise<Plan | undefined> {
  const row = await tx
    .insertInto('plans')
    .values({
      account_id: accountId,
      slug: terms.id,
      name: terms.name,
      amount: terms.amount,
      currency: terms.currency,
      interval: terms.interval,
      interval_count: terms.intervalCount,
      tax_class: terms.taxClass ?? 'standard',
      supply: terms.supply ?? 'services',
      tax_behavior: terms.taxBehavior ?? null,
    })
    .onConflict((conflict) => conflict.columns(['account_id', 'slug']).doNothing())
    .returningAll()
    .executeTakeFirst();
  return row && toPlan(row);
}

export async function findPlan(
  db: Kysely<BillingTables>,
  accountId: Uuid,
  slug: string,
): Promise<Plan | undefined> {
  const row = await db
    .selectFrom('plans')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('slug', '=', slug)
    .executeTakeFirst();
  return row && toPlan(row);
}

/** Cursor of a page: a plan, and the side of newer or older ones. */
export interface PlanCursor {
  readonly slug: string;
  readonly side: 'newer' | 'older';
}

/** Newest first, or oldest first on the newer side of a cursor. */
export async function selectPlans(
  db: Kysely<BillingTables>,
  accountId: Uuid,
  cursor: PlanCursor | undefined,
  rowsMax: number,
  { isArchived, ...bounds }: Bounds & { readonly isArchived: boolean },
): Promise<readonly Plan[]> {
  const isNewer = cursor?.side === 'newer';
  let query = db
    .selectFrom('plans')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('archived_at', isArchived ? 'is not' : 'is', null)
    .where(withinBounds(bounds));
  if (cursor) {
    const position = sql<bigint>`(select position from plans
      where account_id = ${accountId} and slug = ${cursor.slug})`;
    query = query.where('position', isNewer ? '>' : '<', position);
  }
  const rows = await query
    .orderBy('position', isNewer ? 'asc' : 'desc')
    .limit(rowsMax)
    .execute();
  return rows.map(toPlan);
}

function toPlan(row: Selectable<PlanRow>): Plan {
  return {
    id: row.slug,
    name: row.name,
    amount: row.amount,
    currency: toCurrency(row.currency),
    interval: row.interval,
    intervalCount: row.interval_count,
    taxClass: row.tax_class,
    ...(row.supply === 'goods' && { supply: row.supply }),
    taxBehavior: row.tax_behavior,
    accountId: row.account_id,
    createdAt: row.created_at,
    archivedAt: row.archived_at,
  };
}
