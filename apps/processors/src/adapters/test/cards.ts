import { isLuhnValid } from '@florin/cards';

/** Result of a test card. */
export type TestVerdict =
  | { readonly status: 'succeeded' }
  | { readonly status: 'declined'; readonly code: string }
  /** Succeeds after a delay. */
  | { readonly status: 'pending' };

const verdicts: ReadonlyMap<string, TestVerdict> = new Map([
  ['4242424242424242', { status: 'succeeded' }],
  ['4000000000000002', { status: 'declined', code: 'generic_decline' }],
  ['4000000000009995', { status: 'declined', code: 'insufficient_funds' }],
  ['4000000000000119', { status: 'pending' }],
  // Pays and can be saved; later charges fail.
  ['4000000000000341', { status: 'succeeded' }],
  // Pays, and is disputed at once.
  ['4000000000000259', { status: 'succeeded' }],
  // Pays; a refund succeeds first and fails later.
  ['4000000000005126', { status: 'succeeded' }],
  // Pays; a refund is pending for a while.
  ['4000000000007726', { status: 'succeeded' }],
  // Pays, with a processor fee.
  ['4000000000000077', { status: 'succeeded' }],
]);

/** Result of a charge with entered card data. */
export function outcomeOfTestCard(number: string): TestVerdict {
  const verdict = verdicts.get(number);
  if (verdict) return verdict;
  return { status: 'declined', code: isLuhnValid(number) ? 'not_a_test_card' : 'invalid_number' };
}

/** Whether charging the saved card is declined. */
export function declinesWhenSaved(last4: string): boolean {
  return last4 === '0341';
}

/** Whether payments with the card are disputed. */
export function isDisputed(last4: string | null): boolean {
  return last4 === '0259';
}

/** Status of a refund to a card, now and after a delay. */
export function refundsOf(last4: string | null): {
  readonly status: 'succeeded' | 'pending';
  readonly next: 'succeeded' | 'failed' | null;
} {
  if (last4 === '5126') return { status: 'succeeded', next: 'failed' };
  if (last4 === '7726') return { status: 'pending', next: 'succeeded' };
  return { status: 'succeeded', next: null };
}

/** Fee of a charge: 2.9 % plus 30 minor units for one card, none for others. */
export function feeOf(last4: string | null, amount: bigint): bigint {
  return last4 === '0077' ? (amount * 29n + 500n) / 1000n + 30n : 0n;
}

/** Fee of a dispute in minor units, charged even if won. */
export const DISPUTE_FEE = 1_500n;

/** Result of a payout by the amount's last two digits: .51 fails, .52 is returned by the bank. */
export function payoutOf(amount: bigint): {
  readonly status: 'pending' | 'failed';
  readonly next: 'succeeded' | null;
  readonly comesBack: boolean;
} {
  const cents = amount % 100n;
  if (cents === 51n) return { status: 'failed', next: null, comesBack: false };
  return { status: 'pending', next: 'succeeded', comesBack: cents === 52n };
}
