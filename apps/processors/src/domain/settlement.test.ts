import { newId } from '@florin/contracts';
import { parseCurrency } from '@florin/money';
import { describe, expect, it } from 'vitest';
import { compare, isClosed, type Subject } from './settlement.ts';

const subject: Subject = {
  ...{ day: '2026-11-22', processor: 'test', livemode: false },
  currency: parseCurrency('USD') ?? expect.unreachable(),
  ...{ kind: 'charge', reference: 'ch_1', id: newId(), accountId: newId() },
  ...{ status: 'succeeded', amount: 100n, settled: 100n },
};
const unknown = { id: null, accountId: null, status: null, amount: null };

describe('settlements compared with known objects', () => {
  it.each([
    ['a charge', {}],
    ['a refund', { kind: 'refund', settled: -100n }],
    ['a returned refund', { kind: 'refund', status: 'failed', settled: 0n }],
    ['a pending payout', { kind: 'payout', status: 'pending', settled: -100n }],
    ['an open dispute', { kind: 'dispute', status: 'needs_response', settled: -100n }],
    ['a dispute that was won', { kind: 'dispute', status: 'won', settled: 0n }],
    ['an unassigned fee', { kind: 'fee', ...unknown, settled: -7n }],
    ['a charge without movement', { status: 'declined', settled: null }],
  ] as const)('agree on %s', (_what, fields) => {
    expect(compare({ ...subject, ...fields })).toBeUndefined();
  });

  it.each([
    ['a charge settled twice', { settled: 200n }, 'amount_differs', 100n],
    ['a charge settled too low', { settled: 99n }, 'amount_differs', 100n],
    [
      'a settled refund that failed',
      { kind: 'refund', status: 'failed', settled: -100n },
      'amount_differs',
      0n,
    ],
    ['an unknown payment', { ...unknown, settled: 100n }, 'unknown_here', 0n],
    ['a charge missing at the processor', { settled: null }, 'missing_at_processor', 100n],
  ] as const)('differ on %s', (_what, fields, kind, expected) => {
    expect(compare({ ...subject, ...fields })).toMatchObject({ kind, expected });
  });
});

it('a day is closed some hours after its end', () => {
  const day = '2026-11-22';
  expect(isClosed(day, Date.parse('2026-11-23T05:59:59Z'))).toBe(false);
  expect(isClosed(day, Date.parse('2026-11-23T06:00:00Z'))).toBe(true);
});
