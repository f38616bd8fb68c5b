import { toPublicId } from '@florin/contracts';
import { cursorFields, defineRoute, listReply, oneCursor } from '@florin/http-api';
import { z } from 'zod';
import type { Operations } from '../operations/operations.ts';
import { toListBody, toListRequest } from './list-page.ts';

const sessionSchema = z.object({
  id: z.string(),
  object: z.literal('session'),
  user_id: z.string(),
  current: z.boolean().meta({ description: 'Whether this request was made in it.' }),
  created_at: z.iso.datetime(),
  expires_at: z.iso.datetime().meta({ description: 'No refresh reaches beyond it.' }),
});

export const listSessionsRoute = ({ listSessions }: Operations) =>
  defineRoute({
    method: 'GET',
    path: '/v1/auth/sessions',
    summary: 'List your own sessions that are still open, newest first',
    token: 'session',
    query: z.object(cursorFields('session')).refine(...oneCursor),
    replies: { 200: listReply(sessionSchema) },
    errors: ['invalid_request', 'unauthorized', 'forbidden'],
    async handle({ query, caller }) {
      const page = await listSessions(caller, toListRequest(query));
      return {
        status: 200,
        body: toListBody(page, (session) => ({
          id: toPublicId('session', session.id),
          object: 'session',
          user_id: toPublicId('user', session.userId),
          current: session.id === caller.sessionId,
          created_at: session.createdAt.toISOString(),
          expires_at: session.expiresAt.toISOString(),
        })),
      };
    },
  });
