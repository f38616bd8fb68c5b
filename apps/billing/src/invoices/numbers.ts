import type { Uuid } from '@florin/contracts';
import { dayOf } from '@florin/money';
import { sql, type Transaction } from 'kysely';
import { formatNumber, type NumberFormat, seriesOf } from '../parties/number-format-model.ts';
import { findProfiles } from '../parties/queries.ts';
import type { BillingTables } from '../schema.ts';
import type { InvoiceNumber } from './money-model.ts';

type Tx = Transaction<BillingTables>;

interface Numbered {
  readonly invoice: { readonly id: Uuid; readonly sellerId: Uuid };
  readonly nowMs: number;
}

/**
 * A number for each of these invoices, in their order, and how documents show it. Numbers are held
 * until the transaction ends, so that none is ever left out.
 */
export async function takeInvoiceNumbers(
  tx: Tx,
  opened: readonly Numbered[],
): Promise<ReadonlyMap<Uuid, InvoiceNumber>> {
  if (opened.length === 0) return new Map();
  const sellerIds = opened.map(({ invoice }) => invoice.sellerId);
  const profiles = await findProfiles(tx, [...new Set(sellerIds)]);
  const formats = new Map(
    profiles.flatMap(({ accountId, profile: { invoiceNumberFormat: format, timezone } }) =>
      format === null ? [] : [[accountId, { format, timezone }] as const],
    ),
  );
  const inSeries = opened.flatMap(({ invoice, nowMs }) => {
    const chosen = formats.get(invoice.sellerId);
    if (!chosen) return [];
    const day = dayOf(nowMs, chosen.timezone);
    return [{ id: invoice.id, sellerId: invoice.sellerId, format: chosen.format, day }];
  });
  const texts = await takeFromSeries(tx, 'invoice', inSeries);
  const next = await takeNumbers(tx, countEach(sellerIds));
  return new Map(
    opened.map(({ invoice: { id, sellerId } }) => {
      const number = next(sellerId);
      return [id, { number, documentNumber: texts.get(id) ?? number.toString() }];
    }),
  );
}

/** A document to be numbered by its seller's format, on a day by their calendar. */
export interface InSeries {
  readonly id: Uuid;
  readonly sellerId: Uuid;
  readonly format: NumberFormat;
  readonly day: string;
}

/** The next numbers of sellers' series, without gaps; by the ids of what bears them. */
export async function takeFromSeries(
  tx: Tx,
  kind: 'invoice' | 'credit_note',
  documents: readonly InSeries[],
): Promise<ReadonlyMap<Uuid, string>> {
  if (documents.length === 0) return new Map();
  const keyed = documents.map((document) => ({
    ...document,
    series: `${kind}:${seriesOf(document.format, document.day)}`,
  }));
  const counts = [...Map.groupBy(keyed, keyOfSeries).values()].flatMap((group) =>
    group.slice(0, 1).map((first) => ({ ...first, count: group.length })),
  );
  const { rows } = await sql<{ seller_id: Uuid; series: string; last_number: bigint }>`
    insert into document_series (seller_id, series, last_number)
    select * from unnest(${counts.map(({ sellerId }) => sellerId)}::uuid[],
                         ${counts.map(({ series }) => series)}::text[],
                         ${counts.map(({ count }) => count)}::bigint[]) order by 1, 2
        on conflict (seller_id, series) do update
       set last_number = document_series.last_number + excluded.last_number
    returning seller_id, series, last_number`.execute(tx);
  const last = new Map(
    rows.map((row) => [
      keyOfSeries({ sellerId: row.seller_id, series: row.series }),
      row.last_number,
    ]),
  );
  const left = new Map(counts.map((each) => [keyOfSeries(each), each.count]));
  return new Map(
    keyed.map((document) => {
      const key = keyOfSeries(document);
      const behind = left.get(key) ?? 0;
      left.set(key, behind - 1);
      const number = (last.get(key) ?? 0n) - BigInt(behind) + 1n;
      return [document.id, formatNumber(document.format, number, document.day)];
    }),
  );
}

function keyOfSeries({ sellerId, series }: { readonly sellerId: Uuid; readonly series: string }) {
  return `${sellerId} ${series}`;
}

/** As many numbers of each seller as are counted here; gives the next one of a seller. */
async function takeNumbers(
  tx: Tx,
  counts: ReadonlyMap<Uuid, number>,
): Promise<(sellerId: Uuid) => bigint> {
  const { rows } = await sql<{ seller_id: Uuid; last_number: bigint }>`
    insert into invoice_numbers (seller_id, last_number)
    select * from unnest(${[...counts.keys()]}::uuid[], ${[...counts.values()]}::bigint[]) order by 1
        on conflict (seller_id) do update
       set last_number = invoice_numbers.last_number + excluded.last_number
    returning seller_id, last_number`.execute(tx);
  const next = new Map(
    rows.map(({ seller_id, last_number }) => [
      seller_id,
      last_number - BigInt(counts.get(seller_id) ?? 0) + 1n,
    ]),
  );
  return (sellerId) => {
    const number = next.get(sellerId);
    if (number === undefined) throw new Error(`no number is left for ${sellerId}`);
    next.set(sellerId, number + 1n);
    return number;
  };
}

function countEach(ids: readonly Uuid[]): ReadonlyMap<Uuid, number> {
  const counts = new Map<Uuid, number>();
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}
