import type { Caller, Reply, Uuid } from '@florin/contracts';
import { hashRequest } from '@florin/database';
import { type ApiRequest, canRead, canWrite, denied, notFound } from '@florin/http-api';
import type { PaymentCommand } from '../domain/payment-request/commands.ts';
import type { Command } from '../domain/transaction/model.ts';
import type { Books } from '../shards/books.ts';
import type { Writer } from './writer.ts';

/** Dependencies of routes and RPCs that read the ledger and submit commands. */
export interface PostingDeps {
  readonly books: Books;
  readonly writer: Writer;
}

/** Properties that writing routes declare. */
export interface WritingRoute {
  readonly method: string;
  readonly path: string;
  readonly errors: Parameters<typeof denied>[0]['errors'];
}

/**
 * Sends a client's command to the writer under its Idempotency-Key, scoped to account and route,
 * for any caller of the account.
 */
export function submitCommand(
  { writer }: Pick<PostingDeps, 'writer'>,
  { method, path }: WritingRoute,
  request: Pick<
    ApiRequest<unknown, unknown, unknown>,
    'requestId' | 'idempotencyKey' | 'deadline' | 'params' | 'body' | 'sent'
  >,
  accountId: Uuid,
  command: Command | PaymentCommand,
): Promise<Reply> {
  const { requestId, idempotencyKey, deadline, params, body, sent } = request;
  const key =
    idempotencyKey === undefined
      ? undefined
      : {
          route: `${method} ${path}`,
          key: idempotencyKey,
          requestHash: hashRequest([params, body]),
          sentHash: hashRequest([sent.path, sent.body]),
        };
  const cause = { requestId, idempotencyKey: idempotencyKey ?? null };
  return writer.submit({ accountId, command, idempotencyKey: key, cause }, deadline);
}

/**
 * @throws AppError not_found if the caller may not see the account, otherwise that the caller may
 * not write.
 */
export function assertMayWrite(route: WritingRoute, caller: Caller, accountId: Uuid): void {
  if (!canRead(caller, accountId)) throw notFound('account');
  if (!canWrite(caller, accountId)) throw denied(route, 'this role is read-only');
}
