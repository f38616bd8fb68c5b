import { roles, userSchema } from '@florin/contracts';
import { cursorFields, defineRoute, listReply, oneCursor } from '@florin/http-api';
import { z } from 'zod';
import { toUserResource } from '../domain/user.ts';
import type { Operations } from '../operations/operations.ts';
import { toListBody, toListRequest } from './list-page.ts';
import { searchField } from './user-fields.ts';

export const listTeamRoute = ({ listTeam }: Operations) =>
  defineRoute({
    method: 'GET',
    path: '/v1/account/users',
    summary: 'List the users of your account as its owner, newest first',
    token: 'session',
    query: z
      .object({
        ...cursorFields('user'),
        status: userSchema.shape.status.optional(),
        role: z.enum(roles).optional(),
        search: searchField,
      })
      .refine(...oneCursor),
    replies: { 200: listReply(userSchema) },
    errors: ['invalid_request', 'unauthorized', 'forbidden'],
    async handle({ query, caller }) {
      const { status, role, search } = query;
      const page = await listTeam(caller, { ...toListRequest(query), status, role, search });
      return { status: 200, body: toListBody(page, toUserResource) };
    },
  });
