import { isLuhnValid } from './card-number.ts';

/** What the test processor makes of a card. */
export type TestVerdict =
  | { readonly status: 'succeeded' }
  | { readonly status: 'declined'; readonly code: string }
  /** It takes the money, but says so later. */
  | { readonly status: 'pending' };

const verdicts: ReadonlyMap<string, TestVerdict> = new Map([
  ['4242424242424242', { status: 'succeeded' }],
  ['4000000000000002', { status: 'declined', code: 'card_declined' }],
  ['4000000000009995', { status: 'declined', code: 'insufficient_funds' }],
  // Pays now and can be saved; charging what was saved will fail.
  ['4000000000000341', { status: 'succeeded' }],
  ['4000000000000119', { status: 'pending' }],
]);

export function judgeTestCard(number: string): TestVerdict {
  const verdict = verdicts.get(number);
  if (verdict) return verdict;
  return { status: 'declined', code: isLuhnValid(number) ? 'not_a_test_card' : 'invalid_number' };
}

/** Whether charging a card that was saved is declined: so it is for 4000000000000341. */
export function declinesWhenSaved(last4: string): boolean {
  return last4 === '0341';
}
