import { type IdKind, toPublicId, type Uuid } from '@florin/contracts';
import { inBackground } from '@florin/database';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import {
  type Check,
  type CheckName,
  type Compared,
  DIFFERENCES_MAX,
  toCheck,
} from '../../domain/close.ts';
import type { BillingTables } from '../../schema.ts';

type Db = Kysely<BillingTables>;

/** A month of a seller; instants are milliseconds since 1970. */
export interface Closing {
  readonly sellerId: Uuid;
  readonly startAt: number;
  readonly endAt: number;
}

/** Postings of a seller, one row each. */
const postings = (sellerId: Uuid) => sql`
  (select entry.invoice_id, entry.holder_id, entry.kind, entry.occurred_at,
          posting ->> 'account' as account, posting ->> 'place' as place,
          (posting -> 'amount' ->> '$minor')::bigint as amount
     from book_entries entry, jsonb_array_elements(entry.postings::jsonb) posting
    where entry.seller_id = ${sellerId})`;

const within = (column: string, { startAt, endAt }: Closing) =>
  sql`${sql.ref(column)} >= ${new Date(startAt)} and ${sql.ref(column)} < ${new Date(endAt)}`;

/**
 * Invoices whose sale counts in the month: by the day of their entry, which closing a month can
 * move to the next one, or else by the day of finalization.
 */
const soldIn = (closing: Closing) => sql`
  (select document.* from invoice_documents document
     left join book_entries sale on sale.invoice_id = document.id and sale.kind = 'finalized'
    where document.seller_id = ${closing.sellerId} and document.status <> 'draft'
      and coalesce(sale.occurred_at, document.finalized_at) >= ${new Date(closing.startAt)}
      and coalesce(sale.occurred_at, document.finalized_at) < ${new Date(closing.endAt)})`;

/** Compares invoices finalized in the month with the receivables of their entries. */
export function checkInvoices(db: Db, closing: Closing): Promise<Check> {
  return compare(db, 'invoices', 'invoice', {
    left: sql`select id, amount from ${soldIn(closing)} sold`,
    right: sql`
      select invoice_id as id, amount from ${postings(closing.sellerId)} posting
       where kind = 'finalized' and account = 'receivables' and ${within('occurred_at', closing)}`,
  });
}

/** Compares credit notes issued in the month with their entries. */
export function checkCreditNotes(db: Db, closing: Closing): Promise<Check> {
  return compare(db, 'credit_notes', 'invoice', {
    left: sql`
      select invoice_id as id, amount from credit_notes
       where seller_id = ${closing.sellerId} and status = 'issued'
         and ${within('issued_at', closing)}`,
    right: sql`
      select invoice_id as id, amount from book_entries
       where seller_id = ${closing.sellerId} and kind = 'credited'
         and ${within('occurred_at', closing)}`,
  });
}

/** Compares open amounts at the end of the month: today's amounts without later entries. */
export function checkReceivables(db: Db, { sellerId, endAt }: Closing): Promise<Check> {
  const receivables = sql`
    select invoice_id as id, amount, occurred_at from ${postings(sellerId)} posting
     where account = 'receivables'`;
  return compare(db, 'receivables', 'invoice', {
    left: sql`
      select id, amount - credited_owed
                 + coalesce((standing::jsonb ->> 'creditReturned')::bigint, 0)
                 - coalesce((standing::jsonb ->> 'paid')::bigint, 0)
                 + coalesce((standing::jsonb ->> 'overpaid')::bigint, 0) as amount
        from invoice_documents where seller_id = ${sellerId} and status = 'open'
      union all
      select id, -amount from (${receivables}) later where occurred_at >= ${new Date(endAt)}`,
    right: sql`
      select id, amount from (${receivables}) booked where occurred_at < ${new Date(endAt)}`,
  });
}

/** Compares credit balances at the end of the month: today's balances without later entries. */
export async function checkCustomerCredit(db: Db, { sellerId, endAt }: Closing): Promise<Check> {
  const credit = sql`
    select holder_id as id, -amount as amount, occurred_at from ${postings(sellerId)} posting
     where account = 'customer_credit'`;
  return compare(db, 'customer_credit', 'customer', {
    left: sql`
      select holder_id as id, balance as amount from credit_balances where seller_id = ${sellerId}
      union all
      -- A charge that has no outcome has taken its credit, and no entry yet.
      select coalesce(customer_id, payer_account_id),
             -(line -> 'amount' ->> '$minor')::bigint
        from invoice_documents, jsonb_array_elements(lines::jsonb) line
       where seller_id = ${sellerId} and status = 'draft' and line ->> 'type' = 'credit_applied'
      union all
      select id, -amount from (${credit}) later where occurred_at >= ${new Date(endAt)}`,
    right: sql`select id, amount from (${credit}) booked where occurred_at < ${new Date(endAt)}`,
  });
}

/** Compares the tax of invoices less credit notes with their entries. */
export function checkTax(db: Db, closing: Closing): Promise<Check> {
  return compare(db, 'tax', 'invoice', {
    left: sql`
      select id, (tax -> 'amount' ->> '$minor')::bigint as amount
        from ${soldIn(closing)} sold, jsonb_path_query(lines::jsonb, '$[*].tax.taxes[*]') tax
      union all
      select invoice_id, -(tax -> 'amount' ->> '$minor')::bigint
        from credit_notes, jsonb_path_query(lines::jsonb, '$[*].taxes[*]') tax
       where seller_id = ${closing.sellerId} and status = 'issued'
         and ${within('issued_at', closing)}`,
    right: sql`
      select invoice_id as id, -amount as amount from ${postings(closing.sellerId)} posting
       where kind in ('finalized', 'credited') and account = 'tax_payable'
         and ${within('occurred_at', closing)}`,
  });
}

/** Invoices of test clocks, whose days differ from those of the balance. */
const clockInvoices = (sellerId: Uuid) => sql`
  select invoices.id from invoices join subscriptions on subscriptions.id = subscription_id
   where invoices.seller_id = ${sellerId} and test_clock_id is not null`;

/**
 * Invoice payments that entered and left the seller's balance in the month; minor units. Money that
 * a dispute withholds is still on the balance.
 */
export async function readCash(db: Db, closing: Closing): Promise<bigint> {
  const { rows } = await inBackground(db, (tx) =>
    sql<{ amount: bigint }>`
      select coalesce(sum(amount), 0)::bigint as amount from ${postings(closing.sellerId)} posting
       where (account = 'withheld' or (account = 'cash' and place in ('processor', 'balance')))
         and invoice_id not in (${clockInvoices(closing.sellerId)})
         and ${within('occurred_at', closing)}`.execute(tx),
  );
  return rows[0]?.amount ?? 0n;
}

/** Public ids in balance movements that match entries of a seller's books. */
export interface BookedNames {
  /** Refunds and disputes. */
  readonly sources: ReadonlySet<string>;
  /** Invoices of test clocks, with their refunds and disputes. */
  readonly ofClocks: ReadonlySet<string>;
}

export async function findBookedNames(db: Db, { sellerId }: Closing): Promise<BookedNames> {
  const { rows } = await inBackground(db, (tx) =>
    sql<{ source: string; is_of_clock: boolean }>`
      with clock as materialized (${clockInvoices(sellerId)}),
      booked as (
        select invoice_id, source from book_entries
         where seller_id = ${sellerId} and kind in ('refunded', 'withheld', 'lost')
        union
        select invoice_id, refund_id from credit_notes
         where seller_id = ${sellerId} and refund_id is not null
      )
      select source, invoice_id in (select id from clock) as is_of_clock from booked`.execute(tx),
  );
  const clocks = await inBackground(db, (tx) =>
    sql<{ id: Uuid }>`${clockInvoices(sellerId)}`.execute(tx),
  );
  const ofClocks = rows.filter((row) => row.is_of_clock).map(({ source }) => source);
  return {
    sources: new Set(rows.map(({ source }) => source)),
    ofClocks: new Set([...ofClocks, ...clocks.rows.map(({ id }) => toPublicId('invoice', id))]),
  };
}

interface Sides {
  readonly left: RawBuilder<unknown>;
  readonly right: RawBuilder<unknown>;
}

interface Row {
  readonly id: Uuid | null;
  readonly is_customer: boolean;
  readonly left: bigint;
  readonly right: bigint;
}

/** Sums both sides, which have columns id and amount, and finds ids whose sums differ. */
async function compare(
  db: Db,
  name: CheckName,
  kind: IdKind,
  { left, right }: Sides,
): Promise<Check> {
  const { rows } = await inBackground(db, (tx) =>
    sql<Row>`
      with sides as materialized (
        select id, sum(amount) filter (where is_left) as l, sum(amount) filter (where not is_left) as r
          from (select id, amount, true as is_left from (${left}) l
                union all select id, amount, false from (${right}) r) amounts
         group by id
      ), differing as (
        select id, coalesce(l, 0) as l, coalesce(r, 0) as r from sides
         where coalesce(l, 0) <> coalesce(r, 0) order by id limit ${DIFFERENCES_MAX + 1}
      )
      select null::uuid as id, false as is_customer, coalesce(sum(l), 0)::bigint as "left",
             coalesce(sum(r), 0)::bigint as "right" from sides
      union all
      select id, exists (select from customers where customers.id = differing.id),
             l::bigint, r::bigint from differing`.execute(tx),
  );
  const [sums = { left: 0n, right: 0n }] = rows;
  const differences = rows.slice(1).flatMap(({ id, is_customer, ...amounts }): Compared[] => {
    const of = kind === 'customer' && !is_customer ? 'account' : kind;
    return id === null ? [] : [{ id: toPublicId(of, id), ...amounts, description: null }];
  });
  return toCheck(name, sums, differences);
}
