import { expect, it } from 'vitest';
import { fanOut } from './delivery.ts';

const event = (id: string, account_id: string | null, type: string) => ({
  id,
  account_id,
  type,
  aggregate_id: null,
});
const endpoint = (id: string, accountId: string, ...eventTypes: string[]) => ({
  id,
  accountId,
  eventTypes,
});

it('sends events of an account to its endpoints with a matching type', () => {
  const deliveries = fanOut(
    [
      event('1', 'ours', 'payment.failed'),
      event('2', 'theirs', 'payment.failed'),
      event('3', 'ours', 'user.created'),
      event('4', null, 'payment.failed'),
    ],
    [
      endpoint('all', 'ours', '*'),
      endpoint('payments', 'ours', 'payment.*', 'payment.failed'),
      endpoint('users', 'ours', 'user.created', 'user.updated'),
      endpoint('none', 'ours', 'invoice.*'),
    ],
  );
  expect(deliveries.map(({ event: { id }, endpointId }) => [id, endpointId])).toEqual([
    ['1', 'all'],
    ['1', 'payments'],
    ['3', 'all'],
    ['3', 'users'],
  ]);
});
