import { newId } from '@florin/contracts';
import { parseCurrency } from '@florin/money';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Dispute, eventOf, learn, moved, nextMove } from './model.ts';

const SEED = 20_261_123;
const USD = parseCurrency('USD') ?? expect.unreachable();
const AMOUNT = 100n;
const opened: Dispute = {
  id: newId(),
  version: 1n,
  accountId: newId(),
  paymentId: newId(),
  invoiceId: null,
  chargeId: newId(),
  livemode: false,
  reference: 'dp_1',
  amount: AMOUNT,
  currency: USD,
  fee: 15n,
  reason: 'fraudulent',
  status: 'needs_response',
  evidenceDueAt: null,
  evidenceSubmittedAt: null,
  withdrawn: 0n,
  withdrawals: 0,
  withdrawalsFrom: 1,
  ended: null,
  createdAt: 1,
  updatedAt: 1,
};
const told = (dispute: Dispute, status: Dispute['status']) =>
  learn(
    dispute,
    {
      reference: 'dp_1',
      chargeReference: 'ch_1',
      amount: AMOUNT,
      currency: USD,
      status,
      reason: 'fraudulent',
      evidenceDueAt: null,
      fee: 15n,
      openedAt: 1,
    },
    2,
  );

/** An account that keeps the ledger's promises: each key moves money once, and ends once. */
class Account {
  available: bigint;
  held = 0n;
  readonly #moved = new Map<number, { amount: bigint; status: 'held' | 'gone' | 'back' }>();

  constructor(available: bigint) {
    this.available = available;
  }

  withdraw(number: number, most: bigint, ends: boolean): bigint | undefined {
    const earlier = this.#moved.get(number);
    if (earlier) return earlier.amount;
    const amount = this.available < most ? this.available : most;
    if (amount === 0n) return undefined;
    this.available -= amount;
    if (!ends) this.held += amount;
    this.#moved.set(number, { amount, status: ends ? 'gone' : 'held' });
    return amount;
  }

  end(number: number, outcome: 'paid' | 'returned'): void {
    const one = this.#moved.get(number);
    const status = outcome === 'paid' ? 'gone' : 'back';
    if (!one) throw new Error(`nothing was withdrawn as ${number}`);
    if (one.status === status) return;
    if (one.status !== 'held') throw new Error(`${number} has ended otherwise`);
    one.status = status;
    this.held -= one.amount;
    if (status === 'back') this.available += one.amount;
  }
}

const happening = fc.oneof(
  fc.constantFrom<Dispute['status']>('needs_response', 'under_review', 'won', 'lost'),
  fc.bigInt({ min: 0n, max: 150n }),
);

it('an account has what its dispute leaves it, whatever a bank decides and decides again', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 0n, max: 200n }),
      fc.array(happening, { maxLength: 12 }),
      (start, happenings) => {
        const account = new Account(start);
        let total = start;
        let dispute = opened;
        for (const each of [...happenings, AMOUNT]) {
          if (typeof each === 'bigint') {
            account.available += each;
            total += each;
          } else dispute = told(dispute, each);
          dispute = work(dispute, account);
        }
        expect(nextMove(dispute)).toBeUndefined();
        const gone = total - account.available - account.held;
        const { status } = dispute;
        expect(account.held + gone).toBe(status === 'won' ? 0n : AMOUNT);
        if (status === 'lost') expect(account.held).toBe(0n);
      },
    ),
    { seed: SEED, numRuns: 500 },
  );
});

/** Moves until there is nothing to do, or too little money. Each move may be asked for twice. */
function work(before: Dispute, account: Account): Dispute {
  let dispute = before;
  for (let move = nextMove(dispute); move; move = nextMove(dispute)) {
    const one = move;
    const ask = (): bigint | undefined => {
      if (one.kind === 'withdraw') return account.withdraw(one.number, one.amount, one.ends);
      if (one.kind === 'end')
        for (let each = dispute.withdrawalsFrom; each <= dispute.withdrawals; each += 1)
          account.end(each, one.outcome);
      return 0n;
    };
    ask();
    const taken = ask();
    if (taken === undefined) return dispute;
    if (one.kind === 'deposit') account.available += one.amount;
    dispute = moved(dispute, one, taken, 3);
  }
  return dispute;
}

it('each change of a dispute has its event', () => {
  expect(eventOf(undefined, opened)).toBe('dispute.created');
  expect(eventOf(opened, told(opened, 'under_review'))).toBe('dispute.updated');
  expect(eventOf(opened, told(opened, 'won'))).toBe('dispute.won');
  expect(eventOf(opened, told(opened, 'lost'))).toBe('dispute.lost');
  expect(told(opened, 'needs_response')).toBe(opened);
});
