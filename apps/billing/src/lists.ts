import { AppError, type Caller, parsePublicId, type Uuid } from '@florin/contracts';
import { type Bounds, travelOf, withinBounds } from '@florin/database';
import { listBody, pageOf, toPage } from '@florin/http-api';
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { canRead, seesAllAccounts } from './accounts/access.ts';

/** Whose objects a list shows: all accounts', one account's, or (null) those of no account. */
export type Scope = 'all' | Uuid | null;

/** The query of every list with cursors, as routes read it. */
export interface ListQuery {
  readonly limit: number;
  readonly starting_after?: Uuid | undefined;
  readonly ending_before?: Uuid | undefined;
  /** Milliseconds since 1970, both included. */
  readonly created_after?: number | undefined;
  readonly created_before?: number | undefined;
  readonly livemode?: boolean | undefined;
  /** Minor units, both included. */
  readonly amount_min?: bigint | undefined;
  readonly amount_max?: bigint | undefined;
  readonly order?: 'asc' | 'desc' | undefined;
  /** Null names no account. */
  readonly account_id?: Uuid | null | undefined;
}

/** `archived` of a list of customers or plans. */
export const archivedField = (noun: string) =>
  z
    .enum(['true', 'false'], { error: 'must be true or false' })
    .transform((text) => text === 'true')
    .optional()
    .describe(`With true, archived ${noun} alone; without it, those that are not archived.`);

/** Likewise, as queries take it. */
export interface PageRequest extends Bounds {
  readonly scope: Scope;
  readonly after: Uuid | undefined;
  readonly before: Uuid | undefined;
  /** The newest first unless it says otherwise. */
  readonly order?: 'asc' | 'desc' | undefined;
}

export function toPageRequest(caller: Caller, query: ListQuery): PageRequest {
  const { limit: _, ...page } = pageOf(query);
  return { scope: scopeOf(caller, query.account_id), ...page };
}

/** A caller's own account; any, or all, for those who see all. */
function scopeOf(caller: Caller, accountId: Uuid | null | undefined): Scope {
  if (accountId === undefined) return seesAllAccounts(caller) ? 'all' : caller.accountId;
  return accountId !== null && canRead(caller, accountId) ? accountId : null;
}

/** @throws AppError invalid_request when the cursor names nothing that the caller sees. */
export async function checkCursor(
  { starting_after, ending_before }: ListQuery,
  find: (id: Uuid) => Promise<unknown>,
): Promise<void> {
  const cursor = starting_after ?? ending_before;
  if (cursor === undefined) return;
  await find(cursor).catch((error: unknown) => {
    if (!(error instanceof AppError) || error.code !== 'not_found') throw error;
    throw new AppError('invalid_request', 'the cursor names nothing: use an id from this list');
  });
}

/** The body of a list, from rows that were read up to one beyond its limit. */
export function toList<Row, Item>(
  rows: readonly Row[],
  query: ListQuery,
  toItem: (row: Row) => Item,
) {
  const direction = query.ending_before === undefined ? 'after' : 'before';
  return listBody(toPage(rows, query.limit, direction), toItem);
}

/** The condition of a page's cursor and of the instants that it is between. */
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

/** In the direction of travel. */
export function pageOrder(page: PageRequest): RawBuilder<unknown> {
  return travelOf(page) === 'asc' ? sql`id asc` : sql`id desc`;
}

/** The condition that an object belongs to the scope of a page, where each has one account. */
export function inScope({ scope }: PageRequest): RawBuilder<boolean> {
  return scope === 'all' ? sql`true` : sql`account_id = ${scope}`;
}

/**
 * The first rows beyond a page's cursor that an account sells or pays for. One index orders what
 * it sells, another one what it pays for: asked for both at once, Postgres would sort all of it.
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

/** Which customer a filter names: an account, one of our ids, or an external id. */
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

/** The condition that an invoice or a subscription is of a customer with this email. */
export function ofEmail(email: string | undefined, page: PageRequest): RawBuilder<boolean> {
  if (email === undefined) return sql`true`;
  return sql`customer_id in (select id from customers where email = ${email} and ${inScope(page)})`;
}

/** An external id names customers within the scope of the page only. */
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
