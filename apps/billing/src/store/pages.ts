import type { Uuid } from '@florin/contracts';
import { type RawBuilder, sql } from 'kysely';

/** Whose objects a list spans: all accounts', one account's, or those of no account at all. */
export type Span = 'all' | Uuid | null;

/** What every list with cursors is asked for. */
export interface PageRequest {
  readonly span: Span;
  readonly after: Uuid | undefined;
  readonly before: Uuid | undefined;
}

/** Condition on ids that follow from a page's cursor. */
export function beyondCursor({ after, before }: PageRequest): RawBuilder<boolean> {
  if (before !== undefined) return sql`id > ${before}`;
  if (after !== undefined) return sql`id < ${after}`;
  return sql`true`;
}

/** Condition on the seller or the paying account of a subscription or invoice. */
export function withinSpan({ span }: PageRequest): RawBuilder<boolean> {
  if (span === 'all') return sql`true`;
  if (span === null) return sql`false`;
  return sql`(seller_id = ${span} or payer_account_id = ${span})`;
}

/** In the direction of travel: oldest first before a cursor. */
export function pageOrder({ before }: PageRequest): RawBuilder<unknown> {
  return before === undefined ? sql`id desc` : sql`id asc`;
}

/** Which customer a filter names: an account, one of our ids, or an external id. */
export type CustomerFilter =
  | { readonly kind: 'account' | 'customer'; readonly id: Uuid }
  | { readonly kind: 'external'; readonly externalId: string };

export function ofCustomer(filter: CustomerFilter | undefined): RawBuilder<boolean> {
  if (!filter) return sql`true`;
  if (filter.kind === 'external')
    return sql`customer_id in (select id from customers where external_id = ${filter.externalId})`;
  return filter.kind === 'account'
    ? sql`payer_account_id = ${filter.id}`
    : sql`customer_id = ${filter.id}`;
}
