import { AppError } from '@florin/contracts';
import { idOf, instant, ownId } from '@florin/contracts/members';
import { defineRoute, idempotencyKeyOf } from '@florin/http-api';
import { z } from 'zod';
import { findAccount } from '../accounts/queries.ts';
import type { Deps } from '../deps.ts';
import { canClose } from '../domain/account-rights.ts';

/** Longer than the default, because it waits for five services. */
const TIMEOUT_MS = 15_000;

export const closeAccountRoute = ({ db, sagas }: Deps) =>
  defineRoute({
    method: 'DELETE',
    path: '/v1/account',
    operationId: 'closeAccount',
    summary: 'Close your account permanently',
    description:
      'Irreversible. Pending payments and payment requests are canceled, paused and trialing subscriptions end, users who belong to no other account are deleted, API keys are revoked, and the email becomes available to others. The available balance is frozen; it is paid out if customers paid through a processor that supports payouts. Only an owner can close the account. `409` `active_subscriptions` while a subscription is active or past due.',
    token: 'session',
    timeoutMs: TIMEOUT_MS,
    takesIdempotencyKey: true,
    replies: {
      200: z
        .object({
          id: ownId('account', 'account'),
          status: z.literal('closed').describe('Always `closed`.'),
          closed_at: instant('When it was closed (RFC 3339, UTC).'),
          message: z.string().describe('Human-readable result.'),
          payout_id: idOf(
            'payout',
            'Payout of the balance to the bank',
            'Absent where nothing is paid out.',
          ).optional(),
        })
        .meta({ id: 'ClosedAccount', description: 'A closed account.' }),
    },
    errors: ['unauthorized', 'forbidden', 'active_subscriptions', 'conflict'],
    async handle(request) {
      const { caller, requestId, idempotencyKey = null } = request;
      const { accountId } = caller;
      if (accountId === null) throw new AppError('forbidden', 'this token has no account');
      if (!canClose(caller)) throw new AppError('forbidden', 'only an owner can close the account');
      const account = await findAccount(db, accountId);
      if (!account || account.isPlatform)
        throw new AppError('forbidden', 'the platform account cannot be closed');
      return sagas.closing.begin(
        { accountId, requestId, idempotencyKey, frozen: null },
        idempotencyKeyOf('DELETE /v1/account', request, {}),
      );
    },
  });
