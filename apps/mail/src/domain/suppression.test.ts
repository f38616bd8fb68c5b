import { expect, it } from 'vitest';
import { findSuppression } from './suppression.ts';

const because = (...reasons: ('bounce' | 'complaint' | 'unsubscribed')[]) =>
  reasons.map((reason) => ({ reason }));

it.each([
  ['receipt', because(), undefined],
  ['receipt', because('bounce'), 'bounce'],
  ['receipt', because('unsubscribed'), undefined],
  ['password_reset', because('complaint'), undefined],
  ['invitation', because('complaint'), 'complaint'],
  ['new_login', because('bounce'), 'bounce'],
  ['trial_ending', because('unsubscribed'), 'unsubscribed'],
  ['trial_ending', because('unsubscribed', 'complaint'), 'unsubscribed'],
  ['payment_request', because('unsubscribed', 'complaint'), 'complaint'],
  ['password_reset', because('bounce', 'complaint'), undefined],
] as const)('%s with %j is suppressed by %s', (kind, suppressions, suppression) => {
  expect(findSuppression(kind, suppressions)).toBe(suppression);
});
