import { type Entry, type Fact, sourceOf, standingAfter, standingOf } from '../books/model.ts';
import { creditAppliedTo, type Invoice } from './model.ts';
import { type BookedNote, creditedFact, finalizedFact, placeOf } from './money.ts';

/** Facts of one instant. */
export interface Dated {
  readonly at: number;
  readonly facts: readonly Fact[];
}

/** A credit note that has its number. */
export interface IssuedNote extends BookedNote {
  readonly issuedAt: number;
}

/** Whether a version without books has changed an invoice. */
export function lagsBehind({ status, version, bookedVersion }: Invoice): boolean {
  return status !== 'draft' && bookedVersion !== version;
}

/** Facts missing in an invoice's books, derived from its documents; oldest first. */
export function missingFacts(
  invoice: Invoice,
  notes: readonly IssuedNote[],
  entries: readonly Entry[],
): readonly Dated[] {
  const finalizedAt = invoice.finalizedAt ?? invoice.createdAt;
  const known = new Set(entries.map(({ kind, source }) => `${kind} ${source}`));
  const dated: readonly Dated[] = [
    { at: finalizedAt, facts: [finalizedFact(invoice)] },
    ...notes.map((note) => ({ at: note.issuedAt, facts: [creditedFact(note, note.issuedAt)] })),
    endOf(invoice, standingOf(entries).writtenOff),
  ];
  return dated
    .map(({ at, facts }) => ({ at, facts: facts.filter((fact) => !known.has(keyOf(fact))) }))
    .filter(({ facts }) => facts.length > 0)
    .toSorted((a, b) => a.at - b.at);
}

function keyOf(fact: Fact): string {
  return 'undone' in fact ? `undone ${fact.kind}` : `${fact.kind} ${sourceOf(fact)}`;
}

/** Facts of the final status. */
function endOf(invoice: Invoice, writtenOff: bigint): Dated {
  const { status, amount, creditedOwed, paidAt, updatedAt } = invoice;
  const applied = creditAppliedTo(invoice);
  const returned: readonly Fact[] =
    applied > 0n ? [{ kind: 'credit_returned', amount: applied }] : [];
  const recovered: readonly Fact[] =
    writtenOff > 0n ? [{ kind: 'written_off', undone: true, amount: writtenOff }] : [];
  switch (status) {
    case 'paid': {
      const paid = {
        kind: 'paid',
        amount: amount - creditedOwed,
        place: placeOf(invoice),
      } as const;
      return { at: paidAt ?? updatedAt, facts: [...recovered, paid] };
    }
    case 'void':
      return { at: updatedAt, facts: [...returned, ...recovered, { kind: 'voided', amount: 0n }] };
    case 'uncollectible': {
      const owed = amount - creditedOwed + applied;
      return { at: updatedAt, facts: [...returned, { kind: 'written_off', amount: owed }] };
    }
    case 'draft':
    case 'open':
      return { at: updatedAt, facts: [] };
    default:
      return status satisfies never;
  }
}

/** An invoice that lags behind, with the standing including its missing entries. */
export function withDerivedStanding(invoice: Invoice): Invoice {
  if (!lagsBehind(invoice)) return invoice;
  const { standing } = invoice;
  const end = endOf(invoice, standing.writtenOff).facts.filter(
    ({ kind }) =>
      !(kind === 'paid' && standing.paid > 0n) &&
      !(kind === 'credit_returned' && standing.creditReturned > 0n) &&
      !(kind === 'written_off' && invoice.status === 'uncollectible' && standing.writtenOff > 0n),
  );
  return { ...invoice, standing: standingAfter(standing, end) };
}
