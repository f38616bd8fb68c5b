import type { Uuid } from '@florin/contracts';
import { type Created, createdWithin } from '@florin/database';
import { type RawBuilder, sql } from 'kysely';

/** Whose objects a list spans: all accounts', one account's, or those of no account at all. */
export type Span = 'all' | Uuid | null;

/** What every list with cursors is asked for. */
export interface PageRequest extends Created {
  readonly span: Span;
  readonly after: Uuid | undefined;
  readonly before: Uuid | undefined;
}

/** The condition that follows from a page's cursor and from the instants it is between. */
export function onPage({ after, before, ...created }: PageRequest): RawBuilder<boolean> {
  const within = createdWithin(created);
  if (before !== undefined) return sql`id > ${before} and ${within}`;
  if (after !== undefined) return sql`id < ${after} and ${within}`;
  return within;
}

/**
 * The first rows beyond a page's cursor that an account sells or pays for. One index has what it
 * sells in order and another one what it pays for: asked for both at once, Postgres would sort all
 * that there is.
 */
export function selectSoldOrPaid(
  table: 'subscriptions' | 'invoices',
  page: PageRequest,
  condition: RawBuilder<boolean>,
  rowsMax: number,
): RawBuilder<unknown> {
  const inOrder = sql`order by ${pageOrder(page)} limit ${rowsMax}`;
  const rowsOf = (role: RawBuilder<boolean>) =>
    sql`select * from ${sql.table(table)}
         where ${role} and ${onPage(page)} and ${condition} ${inOrder}`;
  const { span } = page;
  if (span === null) return rowsOf(sql`false`);
  if (span === 'all') return rowsOf(sql`true`);
  const sold = rowsOf(sql`seller_id = ${span}`);
  const paid = rowsOf(sql`payer_account_id = ${span} and seller_id <> ${span}`);
  return sql`(${sold}) union all (${paid}) ${inOrder}`;
}

/** In the direction of travel: oldest first before a cursor. */
export function pageOrder({ before }: PageRequest): RawBuilder<unknown> {
  return before === undefined ? sql`id desc` : sql`id asc`;
}

/** Which customer a filter names: an account, one of our ids, or an external id. */
export type CustomerFilter =
  | { readonly kind: 'account' | 'customer'; readonly id: Uuid }
  | { readonly kind: 'external'; readonly externalId: string };

/** @param span whose customers an external id may name: those of an account have others' ids. */
export function ofCustomer(
  filter: CustomerFilter | undefined,
  { span }: PageRequest,
): RawBuilder<boolean> {
  if (!filter) return sql`true`;
  if (filter.kind === 'external')
    return sql`customer_id in (
      select id from customers
       where external_id = ${filter.externalId}
         and ${span === 'all' ? sql`true` : sql`account_id = ${span}`})`;
  return filter.kind === 'account'
    ? sql`payer_account_id = ${filter.id}`
    : sql`customer_id = ${filter.id}`;
}
