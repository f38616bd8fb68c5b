import { type ErrorCode, newId, type Reply, testClockSchema } from '@florin/contracts';
import type { IdempotencyKey } from '@florin/database';
import {
  cursorFields,
  defineRoute,
  filterField,
  idempotencyKeyOf,
  idParams,
  instantField,
  listReply,
  oneCursor,
  type Route,
} from '@florin/http-api';
import { z } from 'zod';
import type { AccountsDeps } from '../accounts/peers.ts';
import { actingForField, assertMayWrite, getActingAccount } from '../accounts/permissions.ts';
import type { Advance } from './advance.ts';
import { toTestClockResource } from './model.ts';
import {
  createTestClock,
  getVisibleTestClock,
  listTestClocks,
  type TestClocksDeps,
} from './operations.ts';

const timeField = instantField('from').refine(isWithinBounds, {
  error: 'must be in the years 1970 to 2999',
});
const errors: readonly ErrorCode[] = ['invalid_request', 'unauthorized', 'forbidden', 'not_found'];
/** The longest allowed time limit, because an advance processes years of work. */
const ADVANCE_TIMEOUT_MS = 120_000;

export interface TestClockRouteDeps extends TestClocksDeps, AccountsDeps {
  readonly beginAdvance: (advance: Advance, key: IdempotencyKey | undefined) => Promise<Reply>;
}

export function testClockRoutes(deps: TestClockRouteDeps): readonly Route[] {
  return [createRoute(deps), listRoute(deps), getRoute(deps), advanceRoute(deps)];
}

function createRoute(deps: TestClockRouteDeps) {
  const createErrors: readonly ErrorCode[] = [...errors, 'conflict'];
  return defineRoute({
    method: 'POST',
    path: '/v1/test_clocks',
    operationId: 'createTestClock',
    summary: 'Create a clock that stands still until it is advanced',
    description:
      'For test accounts alone. Subscriptions that are created with its id live by it: nothing happens to them until it is advanced. An account has at most 20 open clocks, otherwise `409`: one is open until all its subscriptions have ended.',
    token: 'session_or_key',
    scope: 'subscriptions:write',
    takesIdempotencyKey: true,
    body: z
      .object({
        frozen_time: timeField.describe('The time that it is to show (RFC 3339, or a day).'),
        account_id: actingForField,
      })
      .meta({ id: 'NewTestClock', description: 'A clock to be made.' }),
    replies: { 201: testClockSchema },
    errors: createErrors,
    async handle(request) {
      const { body, caller, requestId } = request;
      assertMayWrite({ errors: createErrors }, caller);
      const accountId = await getActingAccount(deps, caller, body.account_id, requestId);
      const key = idempotencyKeyOf('POST /v1/test_clocks', request, body);
      return createTestClock(deps, accountId, body.frozen_time, key);
    },
  });
}

function listRoute(deps: TestClockRouteDeps) {
  return defineRoute({
    method: 'GET',
    path: '/v1/test_clocks',
    operationId: 'listTestClocks',
    summary: 'List test clocks, newest first',
    description:
      'Whoever sees several accounts sees the clocks of all of them, unless `account_id` names one.',
    token: 'session_or_key',
    scope: 'subscriptions:read',
    query: z
      .object({ ...cursorFields('testClock'), account_id: filterField('account') })
      .refine(...oneCursor),
    replies: { 200: listReply(testClockSchema) },
    errors: ['invalid_request', 'unauthorized', 'forbidden'],
    handle: async ({ query, caller }) => ({
      status: 200,
      body: await listTestClocks(deps, caller, query),
    }),
  });
}

function getRoute(deps: TestClockRouteDeps) {
  return defineRoute({
    method: 'GET',
    path: '/v1/test_clocks/{test_clock_id}',
    operationId: 'getTestClock',
    summary: 'Retrieve a test clock',
    description: 'While the clock is being advanced, it tells how far that has come.',
    token: 'session_or_key',
    scope: 'subscriptions:read',
    params: idParams({ test_clock_id: 'testClock' }),
    replies: { 200: testClockSchema },
    errors: ['unauthorized', 'forbidden', 'not_found'],
    handle: async ({ params, caller }) => ({
      status: 200,
      body: toTestClockResource(await getVisibleTestClock(deps, caller, params.test_clock_id)),
    }),
  });
}

function advanceRoute(deps: TestClockRouteDeps) {
  const path = '/v1/test_clocks/{test_clock_id}/advance';
  const advanceErrors: readonly ErrorCode[] = [...errors, 'conflict'];
  return defineRoute({
    method: 'POST',
    path,
    operationId: 'advanceTestClock',
    summary: 'Advance a test clock; answers when all that was due until then is done',
    description:
      'Does all that is due until then, in its order and with its dates: renewals, retries, reminders, ends of trials. The clock cannot go back (400), and is advanced by one call at a time (409 with `Retry-After`). What takes longer than two minutes is answered with 503 and goes on.',
    token: 'session_or_key',
    scope: 'subscriptions:write',
    takesIdempotencyKey: true,
    params: idParams({ test_clock_id: 'testClock' }),
    body: z
      .object({
        frozen_time: timeField.describe('Where it is to be advanced to (RFC 3339, or a day).'),
      })
      .meta({ id: 'TestClockAdvance', description: 'How far a clock is to go.' }),
    replies: { 200: testClockSchema },
    errors: advanceErrors,
    timeoutMs: ADVANCE_TIMEOUT_MS,
    async handle(request) {
      const { body, caller, params } = request;
      const { id } = await getVisibleTestClock(deps, caller, params.test_clock_id);
      assertMayWrite({ errors: advanceErrors }, caller);
      const advance = { clockId: id, advanceId: newId(), targetMs: body.frozen_time };
      return deps.beginAdvance(advance, idempotencyKeyOf(`POST ${path}`, request, [id, body]));
    },
  });
}

/** Keeps everything that is counted from a clock within the range of dates. */
function isWithinBounds(atMs: number): boolean {
  return atMs >= 0 && atMs < Date.UTC(3000, 0);
}
