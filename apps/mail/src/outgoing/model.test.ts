import { newId } from '@florin/contracts';
import { expect, it } from 'vitest';
import { bringsFile, laneOf, settle } from './model.ts';

const again = { outcome: 'again', reason: 'away' } as const;

it.each([
  ['what somebody has asked for', 'password_reset', null, 'asked', false],
  ['what nobody has asked for', 'invitation', null, 'told', false],
  ['a request for money', 'payment_request', null, 'told', false],
  ['a request for an invoice', 'payment_request', 'an invoice', 'filed', true],
  ['an invoice', 'invoice', 'an invoice', 'filed', true],
  ['what tells once more of an invoice', 'reminder', 'an invoice', 'filed', true],
  ['the receipt of an invoice, which brings no file', 'receipt', 'an invoice', 'told', false],
] as const)('has %s wait with its like', (_what, kind, invoiceId, lane, isFiled) => {
  const letter = { kind, values: { invoiceId: invoiceId && newId() } };
  expect(laneOf(letter)).toBe(lane);
  expect(bringsFile(letter)).toBe(isFiled);
});

it('tries again less and less often, and gives up after two days', () => {
  const waits: number[] = [];
  for (let attempts = 1; ; attempts += 1) {
    const settlement = settle(again, attempts);
    if (settlement.status !== 'waiting') {
      expect(settlement).toEqual({ status: 'failed', reason: 'away' });
      break;
    }
    waits.push(settlement.inMs);
  }
  expect(waits).toEqual(waits.toSorted((a, b) => a - b));
  const hours = waits.reduce((sum, ms) => sum + ms, 0) / 3_600_000;
  expect(hours).toBeGreaterThan(46);
  expect(hours).toBeLessThan(50);
});

it('ends what is sent, what was refused and what nobody needs', () => {
  expect(settle({ outcome: 'sent' }, 1)).toEqual({ status: 'sent', reason: null });
  expect(settle({ outcome: 'refused', reason: 'unknown' }, 1).status).toBe('failed');
  expect(settle({ outcome: 'dropped', reason: 'paid' }, 1).status).toBe('dropped');
});
