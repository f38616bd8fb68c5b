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
    account_id: idOf('account', 'Account whose money it is'),
    livemode,
    currency,
    available: minorUnits('What can be spent'),
    held: minorUnits('What pending payments hold'),
    posted: minorUnits('What belongs to the account', '`available` and `held` together.'),
    as_of: instant('When it was so (RFC 3339, UTC).'),
  })
  .meta({ id: 'Balance', description: 'What an account has at one instant.' });

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
          'The balance as it was at this instant, what happened at it included: ISO 8601 with offset, or a date, as it was at its end in UTC. Without it, as it is now.',
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
      summary: 'Retrieve the balance of the account tied to the token',
      description:
        'What the account of the token has, now or at an earlier instant. `404` for a token that belongs to no account.',
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
        'What an account has, now or at an earlier instant. Administrators and the role `platform` see every account, everybody else their own; any other is answered with `404`.',
      params: idParams({ account_id: 'account' }),
      async handle({ caller, params, query }) {
        if (!canRead(caller, params.account_id)) throw notFound('account');
        return answer(params.account_id, query.at);
      },
    }),
  ];
}
