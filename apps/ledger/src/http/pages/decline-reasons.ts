const reasons: ReadonlyMap<string, string> = new Map([
  ['card_declined', 'The card was declined.'],
  ['insufficient_funds', 'The card was declined: there is not enough money on it.'],
  ['invalid_number', 'The card was declined: its number is not valid.'],
  ['not_a_test_card', 'The card was declined: only test cards are taken here.'],
]);

/** A processor's code in words for the holder of the card. */
export function whyDeclined(code: string): string {
  return reasons.get(code) ?? 'The card was declined.';
}
