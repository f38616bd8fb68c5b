import { AppError, accountSchema } from '@florin/contracts';
import { createdFields, createdOf, defineRoute, limitField, pageField } from '@florin/http-api';
import { z } from 'zod';
import { seesAllAccounts } from '../domain/access.ts';
import { type Account, toResource } from '../domain/account.ts';
import type { AccountFilter } from '../store/list-accounts.ts';

export interface ListAccountsDeps {
  readonly listAccounts: (
    filter: AccountFilter,
    window: { readonly offset: number; readonly rowsMax: number },
  ) => Promise<readonly Account[]>;
  readonly countAccounts: (filter: AccountFilter) => Promise<number>;
}

export function listAccountsRoute({ listAccounts, countAccounts }: ListAccountsDeps) {
  return defineRoute({
    method: 'GET',
    path: '/v1/accounts',
    summary: 'List all accounts, newest first',
    token: 'session',
    query: z.object({
      page: pageField,
      limit: limitField(25),
      status: z.enum(['active', 'suspended', 'closed', 'pending']).optional(),
      type: z.enum(['individual', 'business']).optional(),
      ...createdFields,
    }),
    replies: {
      200: z.object({
        data: z.array(accountSchema.omit({ settings: true, return_urls: true })),
        pagination: z.object({
          page: z.int(),
          limit: z.int(),
          total: z.int(),
          has_next: z.boolean(),
        }),
      }),
    },
    errors: ['invalid_request', 'unauthorized', 'forbidden'],
    async handle({ caller, query }) {
      if (!seesAllAccounts(caller))
        throw new AppError('forbidden', 'listing all accounts is for administrators');
      const { page, limit, status, type } = query;
      const filter = { status, type, ...createdOf(query) };
      const offset = (page - 1) * limit;
      const [accounts, total] = await Promise.all([
        listAccounts(filter, { offset, rowsMax: limit }),
        countAccounts(filter),
      ]);
      const data = accounts.map((account) => {
        const { settings: _, return_urls: __, ...listed } = toResource(account);
        return listed;
      });
      const pagination = { page, limit, total, has_next: offset + accounts.length < total };
      return { status: 200, body: { data, pagination } };
    },
  });
}
