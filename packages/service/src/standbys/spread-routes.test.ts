import { anonymous } from '@florin/contracts';
import type { Reads } from '@florin/database';
import { type ApiRequest, defineRoute } from '@florin/http-api';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { spreadRoutes } from './spread-routes.ts';

/**
 * The header of a route's response, given the primary's position; undefined if it is unreachable.
 */
async function ask(
  onlyReads: boolean,
  consistency: string | undefined,
  primaryAt: bigint | undefined,
) {
  const asked: (bigint | undefined)[] = [];
  const reads: Reads = {
    async spread(position, work) {
      asked.push(position);
      return { result: await work(), seen: position };
    },
    async position() {
      if (primaryAt === undefined) throw new Error('away');
      return primaryAt;
    },
    async stop() {},
  };
  const route = defineRoute({
    method: onlyReads ? 'GET' : 'POST',
    path: '/v1/things',
    operationId: 'forATest',
    summary: 'For a test',
    token: 'none',
    onlyReads,
    replies: { 200: z.object({}) },
    errors: [],
    handle: async () => ({ status: 200, body: {} }),
  });
  const [spread] = spreadRoutes('ledger', reads, [route]);
  const request = { caller: anonymous, consistency } as ApiRequest<undefined, undefined, undefined>;
  const { headers } = (await spread?.handle(request)) ?? {};
  return { asked, position: headers?.['Florin-Consistency'] };
}

it('reads current data and sends no header to clients that sent none', async () => {
  expect(await ask(true, undefined, 9n)).toEqual({ asked: [undefined], position: undefined });
});

it("returns the primary's position after a write, and keeps those of other services", async () => {
  expect(await ask(false, 'ledger=0/1 billing=0/2', 9n)).toEqual({
    asked: [],
    position: 'ledger=0/9 billing=0/2',
  });
});

it("reads from the client's position on, without the primary", async () => {
  expect(await ask(true, 'ledger=0/5', undefined)).toEqual({ asked: [5n], position: 'ledger=0/5' });
});

it('makes a client read current data if the position of its write is unknown', async () => {
  expect(await ask(false, 'ledger=0/5', undefined)).toEqual({ asked: [], position: 'now' });
});
