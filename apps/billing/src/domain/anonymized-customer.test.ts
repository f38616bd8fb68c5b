import { expect, it } from 'vitest';
import { anonymized, redactState } from './anonymized-customer.ts';
import { noDetails } from './parties.ts';

it("keeps only the currency of a customer's credit", () => {
  const details = { ...noDetails, company: 'CANARY', language: 'fr', currency: 'EUR' };
  expect(anonymized({ details })).toEqual({
    ...{ externalId: null, email: null, name: null, metadata: {} },
    details: { ...noDetails, currency: 'EUR' },
  });
});

it('redacts metadata and references at any depth, and keeps everything else', () => {
  const state = {
    ...{ customerReference: 'CANARY', metadata: { a: 'CANARY' }, amount: { $minor: '100' } },
    created: [{ metadata: { b: 'CANARY' }, customerReference: 'CANARY', at: 7 }, null],
  };
  expect(redactState(state, 'cus_1')).toEqual({
    ...{ customerReference: 'cus_1', metadata: {}, amount: { $minor: '100' } },
    created: [{ metadata: {}, customerReference: 'cus_1', at: 7 }, null],
  });
});
