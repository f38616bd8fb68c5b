import { isLuhnValid } from '@florin/cards';

/** What the test processor makes of a card. */
export type TestVerdict =
  | { readonly status: 'succeeded' }
  | { readonly status: 'declined'; readonly code: string }
  /** It takes the money, but says so later. */
  | { readonly status: 'pending' };

const verdicts: ReadonlyMap<string, TestVerdict> = new Map([
  ['4242424242424242', { status: 'succeeded' }],
  ['4000000000000002', { status: 'declined', code: 'generic_decline' }],
  ['4000000000009995', { status: 'declined', code: 'insufficient_funds' }],
  ['4000000000000119', { status: 'pending' }],
  // Pays now and can be saved; charging what was saved will fail.
  ['4000000000000341', { status: 'succeeded' }],
  // Pays, and its holder disputes it at once.
  ['4000000000000259', { status: 'succeeded' }],
  // Pays; a refund succeeds and fails a while later.
  ['4000000000005126', { status: 'succeeded' }],
  // Pays; a refund is pending for a while.
  ['4000000000007726', { status: 'succeeded' }],
  // Pays, and the processor keeps a fee.
  ['4000000000000077', { status: 'succeeded' }],
]);

/** What becomes of a charge of a card that was typed in. */
export function outcomeOfTestCard(number: string): TestVerdict {
  const verdict = verdicts.get(number);
  if (verdict) return verdict;
  return { status: 'declined', code: isLuhnValid(number) ? 'not_a_test_card' : 'invalid_number' };
}

/** Whether charging a card that was saved is declined. */
export function declinesWhenSaved(last4: string): boolean {
  return last4 === '0341';
}

/** Whether the holder of a card disputes what it pays. */
export function isDisputed(last4: string | null): boolean {
  return last4 === '0259';
}

/** What becomes of a refund to a card: first this, and after a while that. */
export function refundsOf(last4: string | null): {
  readonly status: 'succeeded' | 'pending';
  readonly next: 'succeeded' | 'failed' | null;
} {
  if (last4 === '5126') return { status: 'succeeded', next: 'failed' };
  if (last4 === '7726') return { status: 'pending', next: 'succeeded' };
  return { status: 'succeeded', next: null };
}

/** What is kept of a charge of a card: 2.9 % and 30 minor units of one card, nothing of others. */
export function feeOf(last4: string | null, amount: bigint): bigint {
  return last4 === '0077' ? (amount * 29n + 500n) / 1000n + 30n : 0n;
}

/** What is kept of a dispute, in minor units, whoever wins. */
export const DISPUTE_FEE = 1_500n;

/** What becomes of a payout by its last two digits: .51 is refused, .52 comes back from the bank. */
export function payoutOf(amount: bigint): {
  readonly status: 'pending' | 'failed';
  readonly next: 'succeeded' | null;
  readonly comesBack: boolean;
} {
  const cents = amount % 100n;
  if (cents === 51n) return { status: 'failed', next: null, comesBack: false };
  return { status: 'pending', next: 'succeeded', comesBack: cents === 52n };
}
