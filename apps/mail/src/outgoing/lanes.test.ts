import { newId } from '@florin/contracts';
import { expect, it } from 'vitest';
import { bringsFile, laneOf } from './lanes.ts';

it.each([
  ['what somebody has asked for', 'password_reset', null, 'asked', false],
  ['what nobody has asked for', 'invitation', null, 'told', false],
  ['a request for money', 'payment_request', null, 'told', false],
  ['a request for an invoice', 'payment_request', 'an invoice', 'filed', true],
  ['an invoice', 'invoice', 'an invoice', 'filed', true],
  ['what tells once more of an invoice', 'reminder', 'an invoice', 'filed', true],
  ['a credit note', 'credit_note', null, 'filed', true],
  ['the receipt of an invoice, which may need no file', 'receipt', 'an invoice', 'told', false],
] as const)('puts %s into its queue', (_what, kind, invoiceId, lane, isFiled) => {
  const letter = { kind, values: { invoiceId: invoiceId && newId() } };
  expect(laneOf(letter)).toBe(lane);
  expect(bringsFile(letter)).toBe(isFiled);
});
