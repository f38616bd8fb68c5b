import { expect, it } from 'vitest';
import { describePart } from './describe-part.ts';
import { figureOf, partOf } from './example.ts';

it('reports the results of a part', () => {
  const load = { per_second: 3600.4, p50_ms: 9.75, p99_ms: 120, errors: { '503': 2 } };
  const figures = {
    'submit-uniform': figureOf([3.4, 3.6, 5], load),
    'submit-hot': figureOf([4.4]),
    'plain-hot': figureOf([0.14]),
  };
  expect(describePart('submit', partOf({ figures, rounds: 3, dropped: 2 })).split('\n')).toEqual([
    'submit: 3 rounds, 2 left out: the machine was not steady',
    ' ✓ 3.60 A  `submit` in process, 128 callers, 1000 accounts (3.40 – 5.00)  3600/s, p50 9.75 ms, p99 120 ms, ⚠ 2 errors',
    ' ✗ 4.40 A  `submit` in process, 128 callers, one account (4.40 – 4.40)',
    '   0.14 A  a transaction per command, one account (0.14 – 0.14)',
    '',
  ]);
});
