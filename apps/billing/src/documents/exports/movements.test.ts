import { newId, toPublicId } from '@florin/contracts';
import { expect, it } from 'vitest';
import { ledgerAccountOf, movementLines } from '../../domain/accounting/journal.ts';
import { movedFor } from './movements.ts';

const payout = toPublicId('payout', newId());
const fee = toPublicId('settlementLine', newId());

it('distinguishes payouts and fees from movements of invoices', () => {
  expect([payout, fee].map((subject) => movedFor({ subject }))).toEqual(['payout', 'fee']);
  const others = ['', toPublicId('refund', newId()), toPublicId('dispute', newId()), 'po_1'];
  for (const subject of others) expect(movedFor({ subject }), subject).toBeUndefined();
});

it.each([
  ['payout', payout, -5_000n, 'cash_outside', 'cash_processor', 'payout'],
  ['payout', payout, 5_000n, 'cash_processor', 'cash_outside', 'payout_returned'],
  ['fee', fee, -30n, 'processor_fees', 'cash_processor', 'fee'],
  ['fee', fee, 30n, 'cash_processor', 'processor_fees', 'fee_returned'],
] as const)(
  '%s %s of %d debits %s and credits %s',
  (kind, subject, amount, debit, credit, event) => {
    const lines = movementLines(kind, { amount, subject });
    const sum = lines.reduce((total, line) => total + line.debit - line.credit, 0n);
    expect([sum, new Set(lines.map((line) => line.event))]).toEqual([0n, new Set([event])]);
    const sideOf = (side: 'debit' | 'credit') =>
      lines.filter((line) => line[side] > 0n).map((line) => [ledgerAccountOf(line), line[side]]);
    const size = amount < 0n ? -amount : amount;
    expect([sideOf('debit'), sideOf('credit')]).toEqual([[[debit, size]], [[credit, size]]]);
  },
);
