import { AppError, accountSchema, type Uuid } from '@florin/contracts';
import { defineRoute } from '@florin/http-api';
import { type Account, toResource } from '../domain/account.ts';

export function getAccountRoute(findAccount: (id: Uuid) => Promise<Account | undefined>) {
  return defineRoute({
    method: 'GET',
    path: '/v1/account',
    summary: 'Retrieve the account tied to the token',
    token: 'session_or_key',
    scope: 'account:read',
    replies: { 200: accountSchema },
    errors: ['unauthorized', 'forbidden'],
    async handle({ caller }) {
      const account = caller.accountId === null ? undefined : await findAccount(caller.accountId);
      if (!account)
        throw new AppError('forbidden', 'this token has no account: open one by POST /v1/accounts');
      return { status: 200, body: toResource(account) };
    },
  });
}
