import { AppError, accountSchema, type Uuid } from '@florin/contracts';
import { type ApiRequest, defineRoute, idempotencyKeyOf, idParams, text } from '@florin/http-api';
import { z } from 'zod';
import type { Deps } from '../deps.ts';
import { canManage, onlyForAdmins } from '../domain/account-rights.ts';
import { type AccountUpdate, changeSchema, updateAccount } from './operations.ts';

const OWN_PATH = '/v1/account';
const REASON_LENGTH_MAX = 500;
const ANY_PATH = '/v1/accounts/{account_id}';
/** Time limit if the response waits until every gateway has applied a revocation. */
const REVOKING_TIMEOUT_MS = 5_000;

/** The requested update of one account. */
function updateOf(
  route: string,
  accountId: Uuid,
  request: ApiRequest<unknown, unknown, z.output<typeof changeSchema>>,
): AccountUpdate {
  const { body: sent, caller, requestId, idempotencyKey = null } = request;
  const key = idempotencyKeyOf(`${route} ${accountId}`, request, sent);
  return { accountId, askedBy: caller.userId, sent, requestId, idempotencyKey, key };
}

export const updateOwnAccountRoute = (deps: Deps) =>
  defineRoute({
    method: 'PATCH',
    path: OWN_PATH,
    operationId: 'updateAccount',
    summary: 'Update your account',
    description:
      'Changes the name, email, settings or return URLs; omitted fields stay. Read-only fields may be sent unchanged. The currency can change only before the first posting: `409` afterwards. For owners, account admins, API keys and administrators. API keys cannot change `email`, because the owner logs in with it.',
    token: 'session_or_key',
    keyScope: 'account:write',
    takesIdempotencyKey: true,
    body: changeSchema,
    replies: { 200: accountSchema },
    errors: ['invalid_request', 'unauthorized', 'email_exists', 'conflict'],
    async handle(request) {
      const { accountId } = request.caller;
      if (accountId === null)
        throw new AppError(
          'unauthorized',
          'this token has no account; open one with POST /v1/accounts',
        );
      if (!canManage(request.caller, accountId))
        throw new AppError('unauthorized', 'only an owner or an admin can change the account');
      const isByKey = request.caller.scopes !== null;
      return updateAccount(deps, { ...updateOf(`PATCH ${OWN_PATH}`, accountId, request), isByKey });
    },
  });

export const updateAnyAccountRoute = (deps: Deps) =>
  defineRoute({
    method: 'PATCH',
    path: ANY_PATH,
    operationId: 'updateAnyAccount',
    summary: 'Update any account, or change its status',
    description:
      'Changes the same fields as `PATCH /v1/account`, and the `status`: a suspended or pending account becomes read-only at once. `status_reason` gives the reason; it appears in events and the audit log. For administrators.',
    token: 'session',
    timeoutMs: REVOKING_TIMEOUT_MS,
    takesIdempotencyKey: true,
    params: idParams({ account_id: 'account' }),
    body: changeSchema
      .extend({
        status: z
          .enum(['active', 'suspended', 'pending'])
          .optional()
          .describe('`active`: usable; `suspended` and `pending`: read-only.'),
        status_reason: text(REASON_LENGTH_MAX)
          .nullish()
          .meta({
            description: `Reason for the status, 1 to ${REASON_LENGTH_MAX} characters. It is stored until the status changes again. Administrators and members of the account can read it.`,
            examples: ['The bank asks for proof of identity.'],
          }),
      })
      .meta({ id: 'AnyAccountUpdate', description: 'Changes to an account.' }),
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
      if (request.caller.role !== 'admin') throw onlyForAdmins();
      const { status, status_reason: statusReason } = request.body;
      const update = updateOf(`PATCH ${ANY_PATH}`, request.params.account_id, request);
      const ofAdmin = {
        ...(status === undefined ? {} : { status }),
        ...(statusReason === undefined ? {} : { statusReason }),
      };
      return updateAccount(deps, { ...update, ofAdmin });
    },
  });
