import {
  type BankEntry,
  type BankStatement,
  type CsvMapping,
  parseCreditorReference,
  readCamt053,
  readCsv,
} from '@florin/bank-statements';
import { isLive, newId } from '@florin/contracts';
import { addLines } from '../adapters/transfer/lines.ts';
import { lockOrders, markPaid } from '../adapters/transfer/orders.ts';
import type { BankOrder } from '../domain/bank-order.ts';
import { type Match, matchEntry, type ReadStatement } from '../domain/statement.ts';
import type { Tx } from '../schema.ts';
import {
  insertEntries,
  insertStatement,
  lockAccount,
  type NewEntry,
  nameKnownEntries,
  saveCounts,
  saveMatches,
} from './queries.ts';

/** A bank's file and its format. */
export type StatementFile =
  | { readonly format: 'camt.053'; readonly bytes: Uint8Array }
  | { readonly format: 'csv'; readonly bytes: Uint8Array; readonly mapping: CsvMapping };

/** Entries per statement. */
const BATCH = 500;

/** Our references have this length; banks and people add spaces, or text around them. */
const OURS = /RF\d{2}[A-Z0-9]{16}/g;

/** All references in an entry, in whichever field the payer wrote them. */
export function referencesOf({ remittance, endToEndId }: BankEntry): readonly string[] {
  const texts = [remittance.structured, remittance.unstructured, endToEndId];
  const found = texts.flatMap((text) => {
    const compact = (text ?? '').replaceAll(/[\s.,;:/-]/g, '').toUpperCase();
    return [...compact.matchAll(OURS)].flatMap(([each]) => parseCreditorReference(each) ?? []);
  });
  return [...new Set(found)];
}

/**
 * Parses a file.
 * @throws StatementError for unreadable input, with its line
 */
export function readFile(file: StatementFile): readonly BankStatement[] {
  return file.format === 'csv' ? [readCsv(file.bytes, file.mapping)] : readCamt053(file.bytes);
}

/**
 * Stores a statement and its new entries, and marks matched orders as paid. Idempotent, also for
 * concurrent imports.
 */
export async function takeStatement(
  tx: Tx,
  { id: bankReference, account, entries }: BankStatement,
  { format, livemode }: Pick<ReadStatement, 'format' | 'livemode'>,
): Promise<ReadStatement> {
  const counts = { entries: entries.length, known: 0, matched: 0, unmatched: 0 };
  const names = { id: newId(), livemode, format, bankReference, account };
  const begun: ReadStatement = { ...names, ...counts, createdAt: Date.now() };
  await lockAccount(tx, account);
  await insertStatement(tx, begun);
  for (const batch of batchesOf(entries)) {
    await nameKnownEntries(tx, begun.id, batch);
    const added = await insertEntries(tx, begun.id, batch);
    const matches = await matchAll(tx, added, livemode);
    counts.known += batch.length - added.length;
    for (const { match } of matches) if (match.status !== 'outgoing') counts[match.status] += 1;
  }
  const done = { ...begun, ...counts };
  await saveCounts(tx, done);
  return done;
}

/**
 * Batches of a statement, entries with a bank id first. An entry without one counts all earlier
 * equal entries, since other statements may have them with or without ids.
 */
function batchesOf(entries: readonly BankEntry[]): readonly (readonly BankEntry[])[] {
  const named = entries.filter(({ equalBefore }) => equalBefore === null);
  const equal = Map.groupBy(named, contentOf);
  const unnamed = entries.flatMap((entry) =>
    entry.equalBefore === null
      ? []
      : [{ ...entry, equalBefore: entry.equalBefore + (equal.get(contentOf(entry))?.length ?? 0) }],
  );
  return [named, unnamed].flatMap((part) =>
    Array.from({ length: Math.ceil(part.length / BATCH) }, (_, index) =>
      part.slice(index * BATCH, (index + 1) * BATCH),
    ),
  );
}

function contentOf(entry: BankEntry): string {
  const { bookingDate, amountMinor, currency, creditDebit, endToEndId } = entry;
  const { structured, unstructured } = entry.remittance;
  return JSON.stringify([
    ...[bookingDate, amountMinor.toString(), currency, creditDebit, endToEndId],
    ...[structured, unstructured, entry.counterparty.iban],
  ]);
}

async function matchAll(tx: Tx, added: readonly NewEntry[], livemode: boolean) {
  const named = added.map((one) => ({ ...one, references: referencesOf(one.entry) }));
  const orders = await lockOrders(
    tx,
    named.flatMap(({ references }) => references),
  );
  const ofMode = orders.filter(({ account_id }) => isLive(account_id) === livemode);
  const byReference = new Map(ofMode.map((order) => [order.reference, order]));
  const matches = named.map(({ id, entry, references }) => {
    const match = matchEntry(entry, references, ordersOf(byReference, references));
    // Two entries of one batch may name the same order.
    if (match.status === 'matched')
      byReference.set(match.order.reference, { ...match.order, status: 'paid' });
    return { id, entry, match };
  });
  const paid = matches.flatMap(({ id, entry, match }) => paidBy(id, entry, match));
  await saveMatches(tx, matches);
  await markPaid(
    tx,
    paid.map(({ order }) => order.id),
  );
  await addLines(
    tx,
    paid.map(({ line }) => line),
  );
  return matches;
}

function ordersOf(known: ReadonlyMap<string, BankOrder>, references: readonly string[]) {
  return references.flatMap((reference) => known.get(reference) ?? []);
}

function paidBy(entry_id: string, { amountMinor: gross, currency }: BankEntry, match: Match) {
  if (match.status !== 'matched') return [];
  const { order } = match;
  return [
    { order, line: { entry_id, kind: 'charge', about: order.reference, gross, currency } as const },
  ];
}
