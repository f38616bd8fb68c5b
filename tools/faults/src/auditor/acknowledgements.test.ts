import type { AttemptResult, Exchange } from '@florin/system-kit';
import { expect, it } from 'vitest';
import { judge, type KeptTransaction } from './acknowledgements.ts';

const there: KeptTransaction = {
  id: 'txn_1',
  account_id: 'acc_1',
  reference: 'order 1',
  type: 'payment',
  status: 'pending',
  amount: 100,
  currency: 'USD',
  captured_amount: null,
};
const answer: AttemptResult = { status: 201, replayed: false, body: there };
const broken: AttemptResult = { broken: 'fetch failed' };
const nothingDone: AttemptResult = {
  status: 503,
  replayed: false,
  body: { message: 'the database connection was interrupted and nothing was done; retry' },
};
const unknown: AttemptResult = {
  status: 503,
  replayed: false,
  body: { message: 'outcome unknown' },
};

function exchange(results: readonly AttemptResult[], key: string | null = 'key'): Exchange {
  const body = { reference: 'order 1' };
  return { intent: { method: 'POST', path: '/v1/transactions', key, body }, results };
}

const clean = { lost: [], duplicate: [], changed: [], denied: [], bugs: 0, unanswered: 0 };

it.each<[string, readonly Exchange[], readonly KeptTransaction[], object]>([
  ['an acknowledged write is there', [exchange([broken, answer])], [there], { acknowledged: 1 }],
  ['it is lost', [exchange([answer])], [], { lost: ['order 1'] }],
  ['it is there twice', [exchange([answer])], [there, there], { duplicate: ['order 1'] }],
  [
    'an unanswered one is there twice',
    [exchange([broken])],
    [there, there],
    { duplicate: ['order 1'], unanswered: 1 },
  ],
  [
    'two answers differ',
    [exchange([answer]), exchange([another('txn_2')])],
    [there],
    { duplicate: ['order 1'] },
  ],
  [
    'it is there otherwise',
    [exchange([answer])],
    [{ ...there, amount: 1 }],
    { changed: ['order 1'] },
  ],
  ['a refused one is there', [exchange([nothingDone], null)], [there], { denied: ['order 1'] }],
  ['one of unknown outcome is there', [exchange([unknown], null)], [there], {}],
  ['one of unknown outcome is not there', [exchange([unknown], null)], [], {}],
  ['a broken one is there', [exchange([nothingDone, broken])], [there], { unanswered: 1 }],
  ['there was a bug', [exchange([{ status: 500, replayed: false, body: {} }])], [], { bugs: 1 }],
])('reports that %s', (_, requests, kept, expected) => {
  expect(judge(requests, kept)).toMatchObject({ ...clean, ...expected });
});

it('compares cancellations and captures with their results', () => {
  const change = (method: string, path: string, body: object): Exchange => ({
    intent: { method, path: `/v1/transactions/txn_1${path}`, key: null, body: null },
    results: [{ status: 200, replayed: false, body }],
  });
  const canceled = change('DELETE', '', { id: 'txn_1', status: 'canceled' });
  const captured = change('POST', '/capture', {
    id: 'txn_1',
    status: 'succeeded',
    captured_amount: 60,
  });
  expect(judge([canceled], [there]).changed).toEqual(['txn_1']);
  expect(judge([canceled], [{ ...there, status: 'canceled' }]).changed).toEqual([]);
  expect(
    judge([captured], [{ ...there, status: 'succeeded', captured_amount: 60 }]).changed,
  ).toEqual([]);
  expect(
    judge([captured], [{ ...there, status: 'succeeded', captured_amount: 50 }]).changed,
  ).toEqual(['txn_1']);
  expect(judge([captured], []).lost).toEqual(['txn_1']);
});

function another(id: string): AttemptResult {
  return { status: 201, replayed: false, body: { ...there, id } };
}
