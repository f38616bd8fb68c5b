import { userSchema } from '@florin/contracts';
import { defineRoute, idParams } from '@florin/http-api';
import { toUserResource } from '../domain/user.ts';
import type { Operations } from '../operations/operations.ts';

export const getUserRoute = ({ getUser }: Operations) =>
  defineRoute({
    method: 'GET',
    path: '/v1/users/{user_id}',
    summary: 'Get a user: yourself, and the users of your account as its owner',
    token: 'session',
    params: idParams({ user_id: 'user' }),
    replies: { 200: userSchema },
    errors: ['unauthorized', 'not_found'],
    async handle({ params, caller }) {
      return { status: 200, body: toUserResource(await getUser(caller, params.user_id)) };
    },
  });
