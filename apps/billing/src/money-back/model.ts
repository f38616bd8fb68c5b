import type { Entry, EntryKind } from '../books/model.ts';

/** Sum of the entries of a kind, for one refund or dispute; minor units. */
export function amountOf(entries: readonly Entry[], kind: EntryKind, source: string): bigint {
  return entries.reduce(
    (sum, entry) => (entry.kind === kind && entry.source === source ? sum + entry.amount : sum),
    0n,
  );
}
