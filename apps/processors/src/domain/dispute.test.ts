import { newId } from '@florin/contracts';
import { parseCurrency } from '@florin/money';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { begin, type Dispute, eventOf, learn, type Move, moved, nextMove } from './dispute.ts';

const SEED = 20_261_123;
const USD = parseCurrency('USD') ?? expect.unreachable();
const AMOUNT = 100n;
const opened: Dispute = {
  id: newId(),
  version: 1n,
  accountId: newId(),
  paymentId: newId(),
  invoiceId: null,
  customer: null,
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
  begun: null,
  createdAt: 1,
  updatedAt: 1,
};
const decided = (dispute: Dispute, status: Dispute['status']) =>
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

/** Simulates the ledger: each key moves money once, and ends once. */
class Account {
  available: bigint;
  held = 0n;
  readonly #deposits = new Set<number>();
  readonly #moved = new Map<
    number,
    { amount: bigint; atOnce: boolean; status: 'held' | 'gone' | 'back' }
  >();

  constructor(available: bigint) {
    this.available = available;
  }

  withdraw(number: number, most: bigint, ends: boolean): bigint | undefined {
    const earlier = this.#moved.get(number);
    if (earlier && earlier.atOnce !== ends) throw new Error(`${number} was withdrawn otherwise`);
    if (earlier) return earlier.amount;
    const amount = this.available < most ? this.available : most;
    if (amount === 0n) return undefined;
    this.available -= amount;
    if (!ends) this.held += amount;
    this.#moved.set(number, { amount, atOnce: ends, status: ends ? 'gone' : 'held' });
    return amount;
  }

  deposit(number: number, amount: bigint): void {
    if (this.#deposits.has(number)) return;
    this.#deposits.add(number);
    this.available += amount;
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

const status = fc.constantFrom<Dispute['status']>('needs_response', 'under_review', 'won', 'lost');
/** A bank decision or incoming money; `lost`: decisions made while ledger responses get lost. */
const happening = fc.record({
  what: fc.oneof(status, fc.bigInt({ min: 0n, max: 150n })),
  lost: fc.array(status, { maxLength: 2 }),
});

it('leaves the account with the correct money after any sequence of bank decisions', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 0n, max: 200n }),
      fc.array(happening, { maxLength: 12 }),
      (start, happenings) => {
        const account = new Account(start);
        let total = start;
        let dispute = opened;
        for (const { what, lost } of [...happenings, { what: AMOUNT, lost: [] }]) {
          if (typeof what === 'bigint') {
            account.available += what;
            total += what;
          } else dispute = decided(dispute, what);
          dispute = work(dispute, account, lost);
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

/**
 * Applies moves until none is possible. Each may be repeated, and a bank decision before its
 * response is stored loses that response.
 */
function work(before: Dispute, account: Account, lost: readonly Dispute['status'][]): Dispute {
  let dispute = before;
  const decisions = [...lost];
  for (let move = nextMove(dispute); move; move = nextMove(dispute)) {
    const begun = begin(dispute, move);
    const taken = [1, 2].map(() => ask(begun, move, account)).at(-1);
    if (taken === undefined) return { ...begun, begun: null };
    const decision = decisions.shift();
    dispute = decision ? decided(begun, decision) : moved(begun, move, taken, 3);
    if (!decision) expect(moved(dispute, move, taken, 4)).toBe(dispute);
  }
  return dispute;
}

function ask(dispute: Dispute, move: Move, account: Account): bigint | undefined {
  const { withdrawalsFrom, withdrawals } = dispute;
  if (move.kind === 'withdraw') return account.withdraw(move.number, move.amount, move.ends);
  if (move.kind === 'deposit') account.deposit(withdrawals, move.amount);
  if (move.kind === 'end')
    for (let each = withdrawalsFrom; each <= withdrawals; each += 1)
      account.end(each, move.outcome);
  return 0n;
}

it('each change of a dispute has its event', () => {
  expect(eventOf(undefined, opened)).toBe('dispute.created');
  expect(eventOf(opened, decided(opened, 'under_review'))).toBe('dispute.updated');
  expect(eventOf(opened, decided(opened, 'won'))).toBe('dispute.won');
  expect(eventOf(opened, decided(opened, 'lost'))).toBe('dispute.lost');
  expect(decided(opened, 'needs_response')).toBe(opened);
});
