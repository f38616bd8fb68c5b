import { AppError, newId, toPublicId } from '@florin/contracts';
import { currentActor, markAudited } from '@florin/runtime/caller';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { serveRoutes } from '../../test/serve-routes.ts';
import { defineRoute, type Route } from './define-route.ts';
import { isForAudit } from './record-unaudited.ts';

const caller = { userId: newId(), sessionId: newId(), accountId: newId(), role: 'owner' } as const;

const planRoute = (handle: Route['handle'], method: Route['method'] = 'POST') =>
  defineRoute({
    method,
    path: '/v1/plans/{plan_id}',
    operationId: 'forATest',
    summary: 'For a test',
    token: 'session',
    body: z.object({}),
    isBodyOptional: true,
    replies: { 200: z.object({}) },
    errors: ['forbidden'],
    handle,
  });

async function recordedOf(route: Route, path = '/v1/plans/gold') {
  const { send, recorded } = await serveRoutes([route]);
  await send(route.method, path, { caller });
  return recorded;
}

describe('an operation without an event', () => {
  it('is recorded with caller, operation, target and result', async () => {
    const theirs = newId();
    const done = planRoute(async () => ({
      status: 201,
      body: { id: 'gold', account_id: toPublicId('account', theirs), secret: 'shown once' },
    }));
    const [record] = await recordedOf(done);
    expect(record).toMatchObject({
      type: 'operation.answered',
      account_id: theirs,
      data: {
        object: {
          operation: 'POST /v1/plans/{plan_id}',
          status: 201,
          error: null,
          target_id: 'gold',
        },
      },
      request: { id: 'req-1', actor: { user_id: caller.userId, role: 'owner' } },
    });
    expect(JSON.stringify(record)).not.toContain('shown once');
  });

  it('is recorded if it is refused, with the id in its path', async () => {
    const refused = planRoute(async () => {
      throw new AppError('forbidden', 'ask the owner');
    });
    const id = toPublicId('customer', newId());
    const refusal = { status: 403, error: 'forbidden' };
    expect((await recordedOf(refused, `/v1/plans/${id}`))[0]).toMatchObject({
      account_id: caller.accountId,
      data: { object: { ...refusal, target_id: id } },
    });
    // Other path segments, which may be anything.
    const [record] = await recordedOf(refused, '/v1/plans/s3cret');
    expect(record).toMatchObject({ data: { object: { ...refusal, target_id: null } } });
    expect(JSON.stringify(record)).not.toContain('s3cret');
  });

  it('is recorded if it is refused before the handler runs', async () => {
    const { send, recorded } = await serveRoutes([
      planRoute(async () => ({ status: 200, body: {} })),
    ]);
    await send('POST', '/v1/plans/gold', { caller: { accountId: newId(), scopes: [] } });
    expect(recorded).toMatchObject([{ data: { object: { status: 403, error: 'forbidden' } } }]);
  });

  it('is not recorded if it has an event', async () => {
    const audited = planRoute(async () => {
      expect(currentActor()?.user_id).toBe(caller.userId);
      markAudited();
      return { status: 200, body: {} };
    });
    expect(await recordedOf(audited)).toEqual([]);
  });

  it('is not recorded if it is a read', async () => {
    expect(await recordedOf(planRoute(async () => ({ status: 200, body: {} }), 'GET'))).toEqual([]);
  });
});

it.each([
  [200, {}, true, false],
  [200, {}, false, true],
  [303, {}, false, true],
  [200, { 'Idempotent-Replayed': 'true' }, false, false],
  [401, {}, false, true],
  [401, { 'Retry-After': '8' }, false, false],
  [402, {}, true, true],
  [403, {}, false, true],
  [404, {}, false, true],
  [409, {}, false, true],
  [409, { 'Retry-After': '1' }, false, false],
  [400, {}, false, false],
  [422, {}, false, false],
  [503, { 'Retry-After': '1' }, false, false],
  [500, {}, false, false],
])(
  'status %s with headers %j, audited by an event: %s → %s',
  (status, headers, isAudited, expected) => {
    expect(isForAudit({ method: 'POST' }, { status, headers }, isAudited)).toBe(expected);
  },
);
