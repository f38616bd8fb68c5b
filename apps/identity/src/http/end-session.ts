import { AppError, toPublicId } from '@florin/contracts';
import { defineRoute, filterField } from '@florin/http-api';
import { z } from 'zod';
import type { Operations } from '../operations/operations.ts';
import { REVOKING_TIMEOUT_MS } from './rules.ts';

export const endSessionRoute = ({ endSession }: Operations) =>
  defineRoute({
    method: 'DELETE',
    path: '/v1/auth/session',
    summary: 'End a session of your own, by default the current one',
    token: 'session',
    timeoutMs: REVOKING_TIMEOUT_MS,
    allowsReadOnly: true,
    body: z.object({ session_id: filterField('session') }),
    isBodyOptional: true,
    replies: { 200: z.object({ message: z.string(), session_id: z.string().optional() }) },
    errors: ['invalid_request', 'unauthorized', 'invalid_session'],
    async handle({ body, caller, requestId }) {
      const { session_id: given } = body;
      if (caller.userId === null || caller.sessionId === null)
        throw new AppError('unauthorized', 'send Authorization: Bearer <access token>');
      const sessionId = given === undefined ? caller.sessionId : given;
      await endSession({ sessionId, userId: caller.userId, requestId });
      return {
        status: 200,
        body: {
          message: 'the session has ended: its tokens are no longer accepted',
          ...(given ? { session_id: toPublicId('session', given) } : {}),
        },
      };
    },
  });
