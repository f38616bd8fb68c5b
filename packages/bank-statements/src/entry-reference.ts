import { createHash } from 'node:crypto';
import type { BankEntry } from './model.ts';

/** An entry before it has its name. */
export type UnnamedEntry = Omit<BankEntry, 'entryReference'>;

/** What a file says by which one of its entries is told from all others. */
export interface EntrySource {
  readonly account: string | null;
  /** The bank's own name for the entry, which it gives once. */
  readonly bankReference: string | null;
  /** Where there is no such name: the statement that it stands in. */
  readonly statementId: string | null;
}

/**
 * Names entries. One that has the bank's own name is the same in every file that has it; of the
 * others two files agree when they are the same statement. Equal ones are counted in their order.
 */
export function makeEntryNamer(): (entry: UnnamedEntry, source: EntrySource) => BankEntry {
  const seen = new Map<string, number>();
  return (entry, { account, bankReference, statementId }) => {
    const { bookingDate, amountMinor, currency, creditDebit, remittance, counterparty } = entry;
    const parts = [
      account,
      bankReference,
      bankReference === null ? statementId : null,
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
    return { entryReference: count === 0 ? alike : hash([...parts, count]), ...entry };
  };
}

function hash(parts: readonly (string | number | null)[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}
