import { AppError, type Caller, parsePublicId, type Uuid } from '@florin/contracts';
import { type Bounds, travelOf, withinBounds } from '@florin/database';
import { flagField, listBody, pageOf, toPage } from '@florin/http-api';
import { type RawBuilder, sql } from 'kysely';
import { canRead, seesAllAccounts } from './accounts/access.ts';

/** Owner of the objects in a list: all accounts, one account, or (null) none. */
export type Scope = 'all' | Uuid | null;

/** The query of every list with cursors, as routes parse it. */
export interface ListQuery {
  readonly limit: number;
  readonly starting_after?: Uuid | undefined;
  readonly ending_before?: Uuid | undefined;
  /** Milliseconds since 1970, both inclusive. */
  readonly created_after?: number | undefined;
  readonly created_before?: number | undefined;
  readonly livemode?: boolean | undefined;
  /** Minor units, both inclusive. */
  readonly amount_min?: bigint | undefined;
  readonly amount_max?: bigint | undefined;
  readonly order?: 'asc' | 'desc' | undefined;
  /** Null matches no account. */
  readonly account_id?: Uuid | null | undefined;
}

/** Filter `archived` of a list of customers or plans. */
export const archivedField = (noun: string) =>
  flagField.describe(
    `\`true\` returns only archived ${noun}; by default, only those that are not archived.`,
  );

/** Like {@link ListQuery}, in the form for database queries. */
export interface PageRequest extends Bounds {
  readonly scope: Scope;
  readonly after: Uuid | undefined;
  readonly before: Uuid | undefined;
  /** Newest first by default. */
  readonly order?: 'asc' | 'desc' | undefined;
}

export function toPageRequest(caller: Caller, query: ListQuery): PageRequest {
  const { limit: _, ...page } = pageOf(query);
  return { scope: scopeOf(caller, query.account_id), ...page };
}

/** The caller's own account; any or all accounts for callers who see all. */
function scopeOf(caller: Caller, accountId: Uuid | null | undefined): Scope {
  if (accountId === undefined) return seesAllAccounts(caller) ? 'all' : caller.accountId;
  return accountId !== null && canRead(caller, accountId) ? accountId : null;
}

/** @throws AppError invalid_request if the caller may not read the cursor's object. */
export async function checkCursor(
  { starting_after, ending_before }: ListQuery,
  find: (id: Uuid) => Promise<unknown>,
): Promise<void> {
  const cursor = starting_after ?? ending_before;
  if (cursor === undefined) return;
  await find(cursor).catch((error: unknown) => {
    if (!(error instanceof AppError) || error.code !== 'not_found') throw error;
    throw new AppError('invalid_request', 'the cursor does not exist; use an id from this list');
  });
}

/** The body of a list, from up to one row more than its limit. */
export function toList<Row, Item>(
  rows: readonly Row[],
  query: ListQuery,
  toItem: (row: Row) => Item,
) {
  const direction = query.ending_before === undefined ? 'after' : 'before';
  return listBody(toPage(rows, query.limit, direction), toItem);
}

/** The condition for a page's cursor and time bounds. */
export function onPage(
  { after, before, order, ...bounds }: PageRequest,
  accountColumn?: 'seller_id',
): RawBuilder<boolean> {
  const within = withinBounds(bounds, accountColumn);
  const from = after ?? before;
  if (from === undefined) return within;
  return travelOf({ before, order }) === 'asc'
    ? sql`id > ${from} and ${within}`
    : sql`id < ${from} and ${within}`;
}

/** In paging order. */
export function pageOrder(page: PageRequest): RawBuilder<unknown> {
  return travelOf(page) === 'asc' ? sql`id asc` : sql`id desc`;
}

/** The condition that an object belongs to the page's scope, for tables with one account column. */
export function inScope({ scope }: PageRequest): RawBuilder<boolean> {
  return scope === 'all' ? sql`true` : sql`account_id = ${scope}`;
}

/**
 * The first rows after a page's cursor that an account sells or pays for. Each side has its own
 * index; for both at once, Postgres would sort all rows.
 */
export function selectSoldOrPaid(
  table: 'subscriptions' | 'invoice_documents' | 'credit_notes',
  page: PageRequest,
  condition: RawBuilder<boolean>,
  rowsMax: number,
): RawBuilder<unknown> {
  const inOrder = sql`order by ${pageOrder(page)} limit ${rowsMax}`;
  const rowsOf = (role: RawBuilder<boolean>) =>
    sql`select * from ${sql.table(table)}
         where ${role} and ${onPage(page, 'seller_id')} and ${condition} ${inOrder}`;
  const { scope } = page;
  if (scope === null) return rowsOf(sql`false`);
  if (scope === 'all') return rowsOf(sql`true`);
  const sold = rowsOf(sql`seller_id = ${scope}`);
  const paid = rowsOf(sql`payer_account_id = ${scope} and seller_id <> ${scope}`);
  return sql`(${sold}) union all (${paid}) ${inOrder}`;
}

/** The customer that a filter names: an account, one of Florin's ids, or an external id. */
export type CustomerFilter =
  | { readonly kind: 'account' | 'customer'; readonly id: Uuid }
  | { readonly kind: 'external'; readonly externalId: string };

export function toCustomerFilter(text: string | undefined): CustomerFilter | undefined {
  if (text === undefined) return undefined;
  const accountId = parsePublicId('account', text);
  if (accountId !== undefined) return { kind: 'account', id: accountId };
  const customerId = parsePublicId('customer', text);
  if (customerId !== undefined) return { kind: 'customer', id: customerId };
  return { kind: 'external', externalId: text };
}

/** The condition that the customer of an invoice or a subscription has this email address. */
export function ofEmail(email: string | undefined, page: PageRequest): RawBuilder<boolean> {
  if (email === undefined) return sql`true`;
  return sql`customer_id in (select id from customers where email = ${email} and ${inScope(page)})`;
}

/** An external id matches customers within the page's scope only. */
export function ofCustomer(
  filter: CustomerFilter | undefined,
  page: PageRequest,
): RawBuilder<boolean> {
  if (!filter) return sql`true`;
  if (filter.kind === 'external')
    return sql`customer_id in (
      select id from customers where external_id = ${filter.externalId} and ${inScope(page)})`;
  return filter.kind === 'account'
    ? sql`payer_account_id = ${filter.id}`
    : sql`customer_id = ${filter.id}`;
}
