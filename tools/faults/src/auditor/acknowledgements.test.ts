import { expect, it } from 'vitest';
import type { Result, Told } from '../clients/journal.ts';
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
const answer: Result = { status: 201, replayed: false, body: there };
const broken: Result = { broken: 'fetch failed' };
const nothingDone: Result = {
  status: 503,
  replayed: false,
  body: { message: 'the database was interrupted and nothing was done: repeat the request' },
};
const unknown: Result = { status: 503, replayed: false, body: { message: 'outcome unknown' } };

function told(results: readonly Result[], key: string | null = 'key'): Told {
  const body = { reference: 'order 1' };
  return { intent: { method: 'POST', path: '/v1/transactions', key, body }, results };
}

const clean = { lost: [], duplicate: [], changed: [], denied: [], bugs: 0, unanswered: 0 };

it.each<[string, readonly Told[], readonly KeptTransaction[], object]>([
  ['an acknowledged write is there', [told([broken, answer])], [there], { acknowledged: 1 }],
  ['it is lost', [told([answer])], [], { lost: ['order 1'] }],
  ['it is there twice', [told([answer])], [there, there], { duplicate: ['order 1'] }],
  [
    'an unanswered one is there twice',
    [told([broken])],
    [there, there],
    { duplicate: ['order 1'], unanswered: 1 },
  ],
  [
    'two answers differ',
    [told([answer]), told([another('txn_2')])],
    [there],
    { duplicate: ['order 1'] },
  ],
  ['it is there otherwise', [told([answer])], [{ ...there, amount: 1 }], { changed: ['order 1'] }],
  ['a refused one is there', [told([nothingDone], null)], [there], { denied: ['order 1'] }],
  ['one of unknown outcome is there', [told([unknown], null)], [there], {}],
  ['one of unknown outcome is not there', [told([unknown], null)], [], {}],
  ['a broken one is there', [told([nothingDone, broken])], [there], { unanswered: 1 }],
  ['there was a bug', [told([{ status: 500, replayed: false, body: {} }])], [], { bugs: 1 }],
])('tells that %s', (_, requests, kept, expected) => {
  expect(judge(requests, kept)).toMatchObject({ ...clean, ...expected });
});

it('holds what was canceled or captured against what became of it', () => {
  const change = (method: string, path: string, body: object): Told => ({
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

function another(id: string): Result {
  return { status: 201, replayed: false, body: { ...there, id } };
}
