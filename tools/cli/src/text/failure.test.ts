import { expect, it } from 'vitest';
import { ConnectionError, FlorinError } from '../../../../sdk/typescript/src/index.ts';
import { exitCodeOf, linesOfFailure, Mistake } from './failure.ts';

const refusal = (status: number, code: string, retryAfterMs?: number) =>
  new FlorinError('no payment \u001B[2J', { status, code, requestId: 'req_1', retryAfterMs });

it('prints the refusal, its request id, and the next step', () => {
  expect(linesOfFailure(refusal(401, 'unauthorized'), 'https://billing.example.com')).toEqual([
    'florin  401 unauthorized: no payment \\u001b[2J',
    '        request     req_1',
    '        what to do  log in again (florin login), or set FLORIN_API_KEY to a valid key',
    '        more        https://billing.example.com/docs/errors/unauthorized',
  ]);
  expect(linesOfFailure(refusal(429, 'rate_limited', 1_500))[2]).toContain('try again in 2 s');
});

it.each([
  [new Mistake('no such file'), 1],
  [refusal(404, 'not_found'), 3],
  [refusal(409, 'conflict', 1_000), 4],
  [refusal(503, 'unavailable'), 4],
  [new ConnectionError('GET /v1/account: no answer'), 4],
])('ends for %s with %i', (error, code) => {
  expect(exitCodeOf(error)).toBe(code);
});
