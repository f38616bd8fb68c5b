import { createHash } from 'node:crypto';
import type { BankEntry } from './model.ts';

/** An entry before its reference is assigned. */
export type UnnamedEntry = Omit<BankEntry, 'entryReference' | 'equalBefore'>;

/** Identifies an entry within its file. */
export interface EntrySource {
  readonly account: string | null;
  /** The bank's unique id of the entry. */
  readonly bankReference: string | null;
}

/**
 * Assigns references to a file's entries: the hash of the bank's id, or of the content. Equal
 * entries without ids are numbered, so that overlapping files with whole days match.
 */
export function makeEntryNamer(): (entry: UnnamedEntry, source: EntrySource) => BankEntry {
  const seen = new Map<string, number>();
  return (entry, { account, bankReference }) => {
    const { bookingDate, amountMinor, currency, creditDebit, remittance, counterparty } = entry;
    const parts = [
      account,
      bankReference,
      // Formerly the statement id; null keeps the hash equal to stored references.
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
