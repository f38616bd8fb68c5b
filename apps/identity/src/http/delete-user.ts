import { defineRoute, idempotencyKeyOf, idParams } from '@florin/http-api';
import { z } from 'zod';
import type { Operations } from '../operations/operations.ts';
import { REVOKING_TIMEOUT_MS } from './rules.ts';

export const deleteUserRoute = ({ deleteUser }: Operations) =>
  defineRoute({
    method: 'DELETE',
    path: '/v1/users/{user_id}',
    summary: 'Delete a user for good: yourself, or a user of your account as its owner',
    token: 'session',
    timeoutMs: REVOKING_TIMEOUT_MS,
    takesIdempotencyKey: true,
    params: idParams({ user_id: 'user' }),
    replies: { 200: z.object({ id: z.string(), message: z.string() }) },
    errors: ['unauthorized', 'forbidden', 'not_found', 'conflict'],
    handle(request) {
      const { params, caller, requestId, idempotencyKey } = request;
      const key = idempotencyKeyOf('DELETE /v1/users/{user_id}', request, params);
      return deleteUser(caller, params.user_id, { requestId, idempotencyKey }, key);
    },
  });
