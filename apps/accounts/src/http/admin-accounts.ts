import { AppError, accountSchema } from '@florin/contracts';
import { defineRoute, idParams, notFound } from '@florin/http-api';
import { z } from 'zod';
import { seesAllAccounts } from '../domain/access.ts';
import { toResource } from '../domain/account.ts';
import { type ChangeDeps, changeAccount, changeSchema } from './change-account.ts';
import { accountFormerNames } from './settings-field.ts';
import { REVOKING_TIMEOUT_MS } from './time-allowed.ts';

const params = idParams({ account_id: 'account' });
const PATH = '/v1/accounts/{account_id}';

/** Retrieving and changing any account, for those who run the platform. */
export function adminAccountRoutes(deps: ChangeDeps) {
  return [
    defineRoute({
      method: 'GET',
      path: PATH,
      summary: 'Retrieve any account',
      token: 'session',
      params,
      replies: { 200: accountSchema },
      errors: ['unauthorized', 'forbidden', 'not_found'],
      async handle({ caller, params: { account_id } }) {
        if (!seesAllAccounts(caller)) throw onlyAdmins();
        const account = await deps.findAccount(account_id);
        if (!account) throw notFound('account');
        return { status: 200, body: toResource(account) };
      },
    }),
    defineRoute({
      method: 'PATCH',
      path: PATH,
      summary: 'Change any account, suspend it, set it pending or activate it',
      token: 'session',
      timeoutMs: REVOKING_TIMEOUT_MS,
      takesIdempotencyKey: true,
      params,
      body: changeSchema.extend({ status: z.enum(['active', 'suspended', 'pending']).optional() }),
      formerNames: { body: accountFormerNames },
      replies: { 200: accountSchema },
      errors: [
        'invalid_request',
        'unauthorized',
        'forbidden',
        'not_found',
        'email_exists',
        'conflict',
      ],
      async handle(request) {
        if (request.caller.role !== 'admin') throw onlyAdmins();
        const { status } = request.body;
        return changeAccount(deps, `PATCH ${PATH}`, request.params.account_id, request, status);
      },
    }),
  ];
}

function onlyAdmins(): AppError {
  return new AppError('forbidden', 'this is for administrators; GET /v1/account is your own');
}
