import type { Uuid } from '@florin/contracts';
import { dayOf } from '@florin/money';
import { sql, type Transaction } from 'kysely';
import type { InvoiceNumber } from '../../domain/invoice/money.ts';
import { formatNumber, type NumberFormat, seriesOf } from '../../domain/number-format.ts';
import { findProfiles } from '../../records/profiles-queries.ts';
import type { BillingTables } from '../../schema.ts';
import { highestNumber, reserveTexts } from './number-texts.ts';

type Tx = Transaction<BillingTables>;

interface Numbered {
  readonly invoice: { readonly id: Uuid; readonly sellerId: Uuid };
  readonly nowMs: number;
}

/**
 * Takes the next number for each of these invoices, in order. Numbers are locked until the
 * transaction ends, so that there are no gaps.
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
  return takePlain(tx, opened, texts);
}

/** Plain numbers of invoices, also used as text if the seller has no format. */
async function takePlain(
  tx: Tx,
  opened: readonly Numbered[],
  texts: ReadonlyMap<Uuid, string>,
): Promise<ReadonlyMap<Uuid, InvoiceNumber>> {
  const next = await takeNumbers(tx, countEach(opened.map(({ invoice }) => invoice.sellerId)));
  const taken = opened.map((each) => {
    const { id, sellerId } = each.invoice;
    const number = next(sellerId);
    return { each, id, sellerId, number, text: texts.get(id) ?? number.toString() };
  });
  const plain = taken.filter(({ id }) => !texts.has(id));
  const used = await reserveTexts(tx, plain);
  const numbers = new Map<Uuid, InvoiceNumber>(
    taken.map(({ id, number, text }) => [id, { number, documentNumber: text }]),
  );
  if (used.length === 0) return numbers;
  for (const sellerId of new Set(used.map((each) => each.sellerId)))
    await skipNumbers(tx, sellerId, await highestNumber(tx, sellerId, ''));
  const again = await takePlain(
    tx,
    used.map(({ each }) => each),
    texts,
  );
  return new Map([...numbers, ...again]);
}

/** A document to be numbered by its seller's format, on a day of the seller's calendar. */
export interface InSeries {
  readonly id: Uuid;
  readonly sellerId: Uuid;
  readonly format: NumberFormat;
  readonly day: string;
}

/**
 * The next numbers of sellers' series, by document id. Series are gapless, except for texts that
 * another series of the seller has used.
 */
export async function takeFromSeries(
  tx: Tx,
  kind: 'invoice' | 'credit_note',
  documents: readonly InSeries[],
): Promise<ReadonlyMap<Uuid, string>> {
  if (documents.length === 0) return new Map();
  const keyed = documents.map((document) => {
    const prefix = seriesOf(document.format, document.day);
    return { ...document, prefix, series: `${kind}:${prefix}` };
  });
  const texts = await drawTexts(tx, keyed);
  const used = await reserveTexts(
    tx,
    keyed.map((document) => ({ ...document, text: texts.get(document.id) ?? '' })),
  );
  if (used.length === 0) return texts;
  for (const [first] of Map.groupBy(used, keyOfSeries).values())
    if (first) await skipInSeries(tx, first, await highestNumber(tx, first.sellerId, first.prefix));
  return new Map([...texts, ...(await takeFromSeries(tx, kind, used))]);
}

async function skipInSeries(tx: Tx, { sellerId, series }: SeriesKey, last: bigint): Promise<void> {
  await sql`
    update document_series set last_number = greatest(last_number, ${last})
     where seller_id = ${sellerId} and series = ${series}`.execute(tx);
}

async function drawTexts(
  tx: Tx,
  keyed: readonly (InSeries & SeriesKey)[],
): Promise<ReadonlyMap<Uuid, string>> {
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

interface SeriesKey {
  readonly sellerId: Uuid;
  readonly series: string;
}

function keyOfSeries({ sellerId, series }: SeriesKey): string {
  return `${sellerId} ${series}`;
}

/**
 * Takes the counted number of numbers of each seller; returns a function that gives a seller's next
 * one.
 */
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
    if (number === undefined) throw new Error(`${sellerId} has no invoice numbers left`);
    next.set(sellerId, number + 1n);
    return number;
  };
}

async function skipNumbers(tx: Tx, sellerId: Uuid, last: bigint): Promise<void> {
  await sql`
    update invoice_numbers set last_number = greatest(last_number, ${last})
     where seller_id = ${sellerId}`.execute(tx);
}

function countEach(ids: readonly Uuid[]): ReadonlyMap<Uuid, number> {
  const counts = new Map<Uuid, number>();
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}
