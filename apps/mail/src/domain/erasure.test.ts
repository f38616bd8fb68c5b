import { expect, it } from 'vitest';
import { withoutPerson } from './erasure.ts';

it('keeps IDs and amounts of an email, and removes texts that may name its reader', () => {
  const values = { paymentId: 'p1', amount: '100', reference: 'CANARY', name: 'CANARY', at: null };
  expect(withoutPerson(values)).toEqual({ ...values, reference: null, name: null });
});
