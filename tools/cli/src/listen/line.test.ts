import { expect, it } from 'vitest';
import { lineOf } from './line.ts';

const event = {
  id: 'evt_1',
  created_at: '2026-01-31T09:00:00.000Z',
  account_id: 'acc_1',
  sequence: 7,
};

it.each([
  [
    'transaction.created',
    { id: 'txn_1', amount: 123_450, currency: 'USD', status: 'pending' },
    'txn_1  1,234.50 USD pending  acc_1',
  ],
  [
    'invoice.paid',
    { id: 'inv_1', amount_due: 1000, currency: 'JPY', status: 'paid' },
    'inv_1  1,000 JPY paid  acc_1',
  ],
  [
    'transaction.created',
    { id: 'txn_2', amount: 5, currency: 'KWD', status: 'succeeded' },
    'txn_2  0.005 KWD succeeded  acc_1',
  ],
  ['account.suspended', { id: 'acc_1', status: 'suspended' }, 'acc_1  suspended  acc_1'],
  ['session.created', { id: 'ses_1', user_id: 'usr_1' }, 'ses_1  -  acc_1'],
])('shows %s in one line', (type, object, shown) => {
  const line = lineOf({ ...event, type, data: { object } });
  expect(line).toBe(`2026-01-31T09:00:00.000Z  ${type}  ${shown}`);
});

it('marks an event without an account', () => {
  const line = lineOf({
    ...event,
    account_id: null,
    type: 'user.created',
    data: { object: { id: 'usr_1', status: 'active' } },
  });
  expect(line).toMatch(/usr_1 {2}active {2}no account$/);
});
