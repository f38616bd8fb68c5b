import { expect, it } from 'vitest';
import { withoutPerson } from './model.ts';

it('keeps ids and amounts of a mail, and no text that may name its reader', () => {
  const values = { paymentId: 'p1', amount: '100', reference: 'CANARY', name: 'CANARY', at: null };
  expect(withoutPerson(values)).toEqual({ ...values, reference: null, name: null });
});
