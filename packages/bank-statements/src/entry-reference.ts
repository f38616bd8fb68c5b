import { createHash } from 'node:crypto';
import type { BankEntry } from './model.ts';

/** An entry before it has its name. */
export type UnnamedEntry = Omit<BankEntry, 'entryReference' | 'equalBefore'>;

/** What a file says by which one of its entries is told from all others. */
export interface EntrySource {
  readonly account: string | null;
  /** The bank's own name for the entry, which it gives once. */
  readonly bankReference: string | null;
}

/**
 * Names the entries of a file. One with the bank's own name is the same in every file that has it.
 * The others are counted: the second of two equal ones is the second of every file that has two.
 */
export function makeEntryNamer(): (entry: UnnamedEntry, source: EntrySource) => BankEntry {
  const seen = new Map<string, number>();
  return (entry, { account, bankReference }) => {
    const { bookingDate, amountMinor, currency, creditDebit, remittance, counterparty } = entry;
    const parts = [
      account,
      bankReference,
      // Once the id of the statement; kept, so that entries have the names that are stored.
      null,
      bookingDate,
      amountMinor.toString(),
      currency,
      creditDebit,
      entry.endToEndId,
      remittance.structured,
      remittance.unstructured,
      counterparty.iban,
    ];
    const alike = hash(parts);
    const count = seen.get(alike) ?? 0;
    seen.set(alike, count + 1);
    const entryReference = count === 0 ? alike : hash([...parts, count]);
    return { entryReference, equalBefore: bankReference === null ? count : null, ...entry };
  };
}

function hash(parts: readonly (string | number | null)[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}
