import { AppError, type Reply, type Uuid } from '@florin/contracts';
import { defineRoute, idempotencyKeyOf } from '@florin/http-api';
import { z } from 'zod';
import { canManage } from '../domain/access.ts';
import type { Account } from '../domain/account.ts';
import type { Closing } from '../operations/closing.ts';

/** Longer than usual: it waits for four services. */
const TIMEOUT_MS = 15_000;

export interface CloseAccountDeps {
  readonly findAccount: (id: Uuid) => Promise<Account | undefined>;
  readonly beginClosing: (
    closing: Closing,
    key: ReturnType<typeof idempotencyKeyOf>,
  ) => Promise<Reply>;
}

export function closeAccountRoute({ findAccount, beginClosing }: CloseAccountDeps) {
  return defineRoute({
    method: 'DELETE',
    path: '/v1/account',
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
      }),
    },
    errors: ['unauthorized', 'forbidden', 'active_subscriptions', 'conflict'],
    async handle(request) {
      const { caller, requestId, idempotencyKey } = request;
      const { accountId } = caller;
      if (accountId === null) throw new AppError('forbidden', 'this token has no account');
      if (!canManage(caller, accountId))
        throw new AppError('forbidden', 'only an owner may close the account');
      const account = await findAccount(accountId);
      if (!account || account.isPlatform)
        throw new AppError('forbidden', 'the platform’s own account cannot be closed');
      return beginClosing(
        { accountId, requestId, idempotencyKey: idempotencyKey ?? null, frozen: null },
        idempotencyKeyOf('DELETE /v1/account', request, {}),
      );
    },
  });
}
