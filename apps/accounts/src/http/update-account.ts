import { AppError, accountSchema } from '@florin/contracts';
import { defineRoute } from '@florin/http-api';
import { canManage } from '../domain/access.ts';
import { type ChangeDeps, changeAccount, changeSchema } from './change-account.ts';
import { accountFormerNames } from './settings-field.ts';

export function updateAccountRoute(deps: ChangeDeps) {
  return defineRoute({
    method: 'PATCH',
    path: '/v1/account',
    summary:
      'Change the name, email, settings or return addresses of the account tied to the token',
    token: 'session',
    takesIdempotencyKey: true,
    body: changeSchema,
    formerNames: { body: accountFormerNames },
    replies: { 200: accountSchema },
    errors: ['invalid_request', 'unauthorized', 'email_exists', 'conflict'],
    async handle(request) {
      const { accountId } = request.caller;
      if (accountId === null)
        throw new AppError(
          'unauthorized',
          'this token has no account: open one by POST /v1/accounts',
        );
      if (!canManage(request.caller, accountId))
        throw new AppError('unauthorized', 'only an owner or an admin may change the account');
      return changeAccount(deps, 'PATCH /v1/account', accountId, request);
    },
  });
}
