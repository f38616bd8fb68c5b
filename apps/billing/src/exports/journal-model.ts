import type { CashPlace, EntryKind, Posting, StoredEntry } from '../books/model.ts';

/** Accounts of the general journal; a bookkeeper maps them to those of their chart. */
type JournalAccount = Exclude<Posting['account'], 'cash'> | 'bank';

/** One side of an entry: exactly one of the two amounts, in minor units, is not zero. */
export interface JournalLine {
  readonly document: string;
  readonly event: string;
  readonly account: JournalAccount;
  readonly debit: bigint;
  readonly credit: bigint;
  /** Of what is taxed: `DE`, `19`. */
  readonly country: string;
  readonly taxRate: string;
  /** Place of the money on `bank`. */
  readonly place: CashPlace | '';
}

/** Names of entries in the journal, and of entries that undo them. */
const events: Readonly<Record<EntryKind, readonly [done: string, undone: string]>> = {
  finalized: ['issued', 'issued'],
  paid: ['paid', 'paid'],
  credit_returned: ['credit_returned', 'credit_returned'],
  credited: ['credited', 'credited'],
  voided: ['voided', 'reinstated'],
  written_off: ['written_off', 'recovered'],
  granted: ['credit_granted', 'credit_granted'],
  refunded: ['refunded', 'refund_failed'],
  withheld: ['disputed', 'dispute_decided'],
  lost: ['dispute_lost', 'dispute_reversed'],
};

/** An entry of the books as lines whose debits equal their credits. */
export function journalLines(entry: StoredEntry): readonly JournalLine[] {
  const { kind, document, amount, postings } = entry;
  const [first] = postings.flatMap(({ tax }) => tax ?? []);
  const isUndone = amount < 0n || (kind === 'voided' && takesBackDebt(postings));
  const event = events[kind][isUndone ? 1 : 0];
  return postings
    .filter((posting) => posting.amount !== 0n)
    .map((posting) => {
      const taxed = posting.tax ?? (posting.account === 'revenue' ? first : undefined);
      return {
        ...{ document, event, account: posting.account === 'cash' ? 'bank' : posting.account },
        debit: posting.amount > 0n ? posting.amount : 0n,
        credit: posting.amount < 0n ? -posting.amount : 0n,
        ...{ country: taxed?.country ?? '', taxRate: taxed?.percentage ?? '' },
        place: posting.place ?? '',
      };
    });
}

/** A void invoice that is paid after all is owed again. */
function takesBackDebt(postings: readonly Posting[]): boolean {
  return postings.some(({ account, amount }) => account === 'receivables' && amount > 0n);
}
