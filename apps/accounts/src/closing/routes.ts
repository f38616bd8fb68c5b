import { AppError } from '@florin/contracts';
import { defineRoute, idempotencyKeyOf } from '@florin/http-api';
import { z } from 'zod';
import { canClose } from '../accounts/decide.ts';
import { findAccount } from '../accounts/queries.ts';
import type { Deps } from '../deps.ts';

/** Longer than usual: it waits for five services. */
const TIMEOUT_MS = 15_000;

export const closeAccountRoute = ({ db, sagas }: Deps) =>
  defineRoute({
    method: 'DELETE',
    path: '/v1/account',
    operationId: 'closeAccount',
    summary: 'Close the account tied to the token, for ever',
    token: 'session',
    timeoutMs: TIMEOUT_MS,
    takesIdempotencyKey: true,
    replies: {
      200: z.object({
        id: z.string(),
        status: z.literal('closed'),
        closed_at: z.iso.datetime(),
        message: z.string(),
        payout_id: z
          .string()
          .optional()
          .describe('What pays its balance out to its bank; absent where nothing is paid out.'),
      }),
    },
    errors: ['unauthorized', 'forbidden', 'active_subscriptions', 'conflict'],
    async handle(request) {
      const { caller, requestId, idempotencyKey = null } = request;
      const { accountId } = caller;
      if (accountId === null) throw new AppError('forbidden', 'this token has no account');
      if (!canClose(caller)) throw new AppError('forbidden', 'only an owner may close the account');
      const account = await findAccount(db, accountId);
      if (!account || account.isPlatform)
        throw new AppError('forbidden', 'the platform’s own account cannot be closed');
      return sagas.closing.begin(
        { accountId, requestId, idempotencyKey, frozen: null },
        idempotencyKeyOf('DELETE /v1/account', request, {}),
      );
    },
  });
