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
import type { AccountsDeps } from '../../accounts/find.ts';
import { actingForField, assertMayWrite, getActingAccount } from '../../accounts/permissions.ts';
import { toTestClockResource } from '../../domain/test-clock.ts';
import type { Advance } from './advance.ts';
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
    summary: 'Create a test clock',
    description:
      'For test accounts only. A test clock moves only when it is advanced. Subscriptions created with its id follow it. An account can have 20 open clocks, `409` for more: a clock is open until all its subscriptions have ended.',
    token: 'session_or_key',
    scope: 'subscriptions:write',
    takesIdempotencyKey: true,
    body: z
      .object({
        frozen_time: timeField.describe('Initial time of the clock (RFC 3339, or a date).'),
        account_id: actingForField,
      })
      .meta({ id: 'NewTestClock', description: 'A test clock to create.' }),
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
    summary: 'List test clocks',
    description:
      'Callers that can read several accounts get the clocks of all of them; `account_id` selects one.',
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
    description: 'While the clock is being advanced, the response shows the progress.',
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
    summary: 'Advance a test clock',
    description:
      'Does all work that is due until then, in order and with its dates: renewals, retries, reminders, ends of trials. The response is sent when it is done. A clock cannot move back (400), and only one request can advance it at a time (409 with `Retry-After`). After two minutes the response is 503, and the work continues in the background.',
    token: 'session_or_key',
    scope: 'subscriptions:write',
    takesIdempotencyKey: true,
    params: idParams({ test_clock_id: 'testClock' }),
    body: z
      .object({
        frozen_time: timeField.describe('Target time of the clock (RFC 3339, or a date).'),
      })
      .meta({ id: 'TestClockAdvance', description: 'The target time of an advance.' }),
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
