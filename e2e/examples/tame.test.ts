import { expect, it } from 'vitest';
import { makeTame } from './tame.ts';

const START = Date.parse('2031-05-05T10:20:30.400Z');
const id = (prefix: string, letter: string) => `${prefix}_01h455vb4pex5vsknk084sn02${letter}`;

/** A sample record of a tour, `afterMs` later than another and with other ids. */
function record(letter: string, afterMs: number): unknown {
  const startedAt = START + afterMs;
  const at = (ms: number) => new Date(startedAt + ms).toISOString();
  return makeTame(startedAt)([
    { id: id('acc', letter), created_at: at(1_234), expires_at: at(7 * 86_400_000 + 50 * afterMs) },
    { account_id: id('acc', letter), other: `see ${id('acc', 'z')} and ${id('li', letter)}_1` },
    { secret: `whsec_${letter.repeat(32)}`, access_token: letter.repeat(99), seconds: afterMs },
    { payment_url: `http://127.0.0.1:8${afterMs}/pay/${letter.repeat(43)}`, kept: '2026-01-01' },
    { request: { id: `req_${letter.repeat(32)}` }, frozen_time: '2026-02-01T00:00:00.000Z' },
  ]);
}

it('makes the records of two tours equal', () => {
  expect(record('a', 0)).toEqual(record('b', 77));
});

it('keeps related ids equal, and shows no usable secret', () => {
  const account = 'acc_01h455vb4pex5vsknk00000001';
  expect(record('a', 0)).toEqual([
    {
      id: account,
      created_at: '2026-01-31T12:00:00.000Z',
      expires_at: '2026-02-07T12:00:00.000Z',
    },
    {
      account_id: account,
      other: 'see acc_01h455vb4pex5vsknk00000002 and li_01h455vb4pex5vsknk00000001_1',
    },
    { secret: 'whsec_example-secret', access_token: 'example-access-token', seconds: 0.2 },
    {
      payment_url: `https://billing.example.com/pay/example${'0'.repeat(36)}`,
      kept: '2026-01-01',
    },
    { request: { id: 'req_example' }, frozen_time: '2026-02-01T00:00:00.000Z' },
  ]);
});

it('keeps the end of a day, whenever a tour began', () => {
  const taken = [1, 9, 14].map((hours) => {
    const startedAt = Date.parse('2031-05-05T00:00:00Z') + hours * 3_600_000;
    return makeTame(startedAt)({ due_at: '2031-05-19T23:59:59.999Z' });
  });
  expect(taken).toEqual(Array(3).fill({ due_at: '2026-02-14T23:59:59.999Z' }));
});
