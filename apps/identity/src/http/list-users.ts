import { userSchema } from '@florin/contracts';
import {
  createdFields,
  createdOf,
  defineRoute,
  filterField,
  limitField,
  pageField,
} from '@florin/http-api';
import { z } from 'zod';
import { toUserResource } from '../domain/user.ts';
import type { Operations } from '../operations/operations.ts';
import { searchField } from './user-fields.ts';

export const listUsersRoute = ({ listUsers }: Operations) =>
  defineRoute({
    method: 'GET',
    path: '/v1/users',
    summary: 'List all users, newest first; for admins and the platform',
    token: 'session',
    query: z.object({
      page: pageField,
      limit: limitField(25),
      status: userSchema.shape.status.optional(),
      search: searchField,
      account_id: filterField('account'),
      ...createdFields,
    }),
    replies: {
      200: z.object({
        data: z.array(userSchema),
        pagination: z.object({
          page: z.int(),
          limit: z.int(),
          total_pages: z.int(),
          total_records: z.int(),
        }),
      }),
    },
    errors: ['invalid_request', 'unauthorized', 'forbidden'],
    async handle({ query, caller }) {
      const { page, limit, status, search, account_id: accountId } = query;
      const { users, total } = await listUsers(caller, {
        ...{ page, limit, status, search, accountId },
        ...createdOf(query),
      });
      return {
        status: 200,
        body: {
          data: users.map(toUserResource),
          pagination: {
            page,
            limit,
            total_pages: Math.ceil(total / limit),
            total_records: total,
          },
        },
      };
    },
  });
