import type { Uuid } from '@florin/contracts';
import { inBackground } from '@florin/database';
import { monthsOf } from '@florin/money';
import { type Kysely, type Selectable, sql } from 'kysely';
import { type MonthOfMrr, MrrMonths } from '../../domain/accounting/mrr.ts';
import {
  type MonthOfRevenue,
  Recognition,
  type Service,
  uninterrupted,
} from '../../domain/accounting/recognition.ts';
import { toEntry } from '../../invoicing/books/queries.ts';
import type { BookEntryRow } from '../../schema/books.ts';
import type { BillingTables } from '../../schema.ts';
import { carryOverAll } from './carry-over.ts';
import type { ExportRow } from './csv.ts';
import { readServed } from './mrr-history.ts';
import type { Rows, Wanted } from './rows.ts';

type Db = Kysely<BillingTables>;

/** Monthly invoiced, earned and deferred revenue, and MRR with its changes. */
export async function readRevenue(db: Db, wanted: Wanted, limit: number): Promise<Rows> {
  await carryOverAll(db, wanted);
  const months = monthsOf(wanted.from, wanted.until, wanted.timezone);
  const mrr = new MrrMonths(months);
  // Subscriptions without a pause or an early end need no service entry.
  const services = new Map<Uuid, Service>();
  for await (const { id, service, ...history } of readServed(db, wanted)) {
    mrr.add(history);
    if (service.pauses.length > 0 || Number.isFinite(service.endedAt)) services.set(id, service);
  }
  const { recognition, currency } = await recognize(db, wanted, limit, services);
  const recurring = mrr.months();
  const rows = recognition.months().flatMap((month, index) => {
    const moved = recurring[index];
    return moved ? [toRow(currency, month, moved)] : [];
  });
  return { rows, next: null };
}

function toRow(currency: string | null, month: MonthOfRevenue, moved: MonthOfMrr): ExportRow {
  return {
    ...{ month: month.month, currency, invoiced: month.invoiced, recognized: month.recognized },
    ...{ deferred: month.deferred, mrr: moved.mrr, new_mrr: moved.newMrr },
    ...{ expansion: moved.expansion, contraction: moved.contraction },
    ...{ churned_mrr: moved.churnedMrr, paused_mrr: moved.pausedMrr },
    ...{ customers: moved.customers, churned_customers: moved.churnedCustomers },
  };
}

/** Sales of all time, since they may be earned in the span. */
async function recognize(
  db: Db,
  wanted: Wanted,
  limit: number,
  services: ReadonlyMap<Uuid, Service>,
) {
  const recognition = new Recognition(monthsOf(wanted.from, wanted.until, wanted.timezone));
  let currency: string | null = null;
  let place: Place | null = null;
  for (;;) {
    const rows: readonly SaleRow[] = await readSales(db, wanted, place, limit);
    await wanted.keepOn();
    for (const row of rows) {
      const { at, postings } = toEntry(row);
      currency = row.currency;
      const service = (row.subscription_id && services.get(row.subscription_id)) || uninterrupted;
      for (const { account, amount, startAt = at, endAt = at } of postings)
        if (account === 'revenue')
          recognition.add({ net: -amount, startAt, endAt, bookedAt: at, service });
    }
    const last = rows.length < limit ? undefined : rows.at(-1);
    if (!last) return { recognition, currency };
    place = { at: last.occurred_at, position: last.position };
  }
}

interface Place {
  readonly at: Date;
  readonly position: bigint;
}

interface SaleRow extends Selectable<BookEntryRow> {
  readonly subscription_id: Uuid | null;
}

/** Entries with revenue, in order of time. */
async function readSales(
  db: Db,
  { accountId, until }: Wanted,
  place: Place | null,
  limit: number,
): Promise<readonly SaleRow[]> {
  const { rows } = await inBackground(db, (tx) =>
    sql<SaleRow>`
      select entry.*, invoice.subscription_id
        from book_entries entry left join invoices invoice on invoice.id = entry.invoice_id
       where entry.seller_id = ${accountId} and entry.occurred_at < ${new Date(until)}
         and entry.kind in ('finalized', 'credited', 'voided')
         and ${place === null ? sql`true` : sql`(entry.occurred_at, entry.position) > (${place.at}, ${place.position})`}
       order by entry.occurred_at, entry.position limit ${limit}`.execute(tx),
  );
  return rows;
}
