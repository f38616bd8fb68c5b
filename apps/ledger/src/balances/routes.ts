import type { ErrorCode, Uuid } from '@florin/contracts';
import { currency, idOf, instant, livemode, minorUnits } from '@florin/contracts/members';
import {
  canRead,
  defineRoute,
  idParams,
  instantField,
  notFound,
  type Route,
} from '@florin/http-api';
import { z } from 'zod';
import type { Books } from '../shards/books.ts';
import { getBalance } from './operations.ts';

const balanceSchema = z
  .object({
    account_id: idOf('account', 'Account of the balance'),
    livemode,
    currency,
    available: minorUnits('Available money'),
    held: minorUnits('Money held by pending payments'),
    posted: minorUnits('Total money of the account', '`available` plus `held`.'),
    as_of: instant('Time of the balance (RFC 3339, UTC).'),
  })
  .meta({ id: 'Balance', description: 'The balance of an account at one point in time.' });

/** Shared definition of both balance routes. */
const common = {
  method: 'GET',
  onlyReads: true,
  token: 'session_or_key',
  scope: 'account:read',
  query: z.object({
    at: instantField('to')
      .optional()
      .meta({
        description:
          'Returns the balance at this time, including changes at that time: ISO 8601 with offset, or a date, which means its end in UTC. Default: now.',
        examples: ['2026-01-31T23:59:59Z'],
      }),
  }),
  replies: { 200: balanceSchema },
  errors: ['invalid_request', 'unauthorized', 'not_found'] satisfies ErrorCode[],
} as const;

export function balanceRoutes({ books }: { readonly books: Books }): readonly Route[] {
  const answer = async (accountId: Uuid, at: number | undefined) => ({
    status: 200,
    body: await getBalance(books.of(accountId), accountId, at),
  });
  return [
    defineRoute({
      ...common,
      path: '/v1/account/balance',
      operationId: 'getBalance',
      summary: 'Retrieve your balance',
      description:
        "The balance of the token's account, now or at an earlier time. `404` if the token has no account.",
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
      description:
        'The balance of an account, now or at an earlier time. Administrators and the role `platform` can read every account, other callers only their own; other accounts get `404`.',
      params: idParams({ account_id: 'account' }),
      async handle({ caller, params, query }) {
        if (!canRead(caller, params.account_id)) throw notFound('account');
        return answer(params.account_id, query.at);
      },
    }),
  ];
}
