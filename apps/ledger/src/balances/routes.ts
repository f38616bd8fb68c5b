import type { ErrorCode, Uuid } from '@florin/contracts';
import {
  canRead,
  defineRoute,
  idParams,
  instantField,
  notFound,
  type Route,
} from '@florin/http-api';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { LedgerTables } from '../tables.ts';
import { getBalance } from './operations.ts';

const balanceSchema = z.object({
  account_id: z.string(),
  livemode: z.boolean(),
  currency: z.string(),
  available: z.int(),
  held: z.int(),
  posted: z.int(),
  as_of: z.iso.datetime(),
});

/** What the two balance routes have in common. */
const common = {
  method: 'GET',
  token: 'session_or_key',
  scope: 'account:read',
  query: z.object({ at: instantField('to').optional() }),
  replies: { 200: balanceSchema },
  errors: ['invalid_request', 'unauthorized', 'not_found'] satisfies ErrorCode[],
} as const;

export function balanceRoutes({ db }: { readonly db: Kysely<LedgerTables> }): readonly Route[] {
  const answer = async (accountId: Uuid, at: number | undefined) => ({
    status: 200,
    body: await getBalance(db, accountId, at),
  });
  return [
    defineRoute({
      ...common,
      path: '/v1/account/balance',
      operationId: 'getBalance',
      summary: 'Retrieve the balance of the account tied to the token',
      async handle({ caller, query }) {
        if (caller.accountId === null) throw notFound('account');
        return answer(caller.accountId, query.at);
      },
    }),
    defineRoute({
      ...common,
      path: '/v1/accounts/{account_id}/balance',
      operationId: 'getAnyBalance',
      summary: 'Retrieve the balance of an account',
      params: idParams({ account_id: 'account' }),
      async handle({ caller, params, query }) {
        if (!canRead(caller, params.account_id)) throw notFound('account');
        return answer(params.account_id, query.at);
      },
    }),
  ];
}
