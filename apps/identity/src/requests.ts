import { AppError, type Caller, type Uuid } from '@florin/contracts';
import type { grpcServices } from '@florin/contracts/protos';
import { type IdempotencyKey, isLockTimeout } from '@florin/database';
import type { RpcsOf } from '@florin/grpc';
import {
  type ApiRequest,
  idempotencyKeyOf,
  type PasswordRules,
  type SignUpRules,
} from '@florin/http-api';
import { z } from 'zod';
import type { Cause } from './event-model.ts';

/** What this service's routes ask that an operator may set. */
export type Rules = PasswordRules & SignUpRules;

/** Time allowed where the answer waits until no gateway accepts any more what was revoked. */
export const REVOKING_TIMEOUT_MS = 5_000;

/** What every request that changes something comes with. */
export interface Command {
  readonly caller: Caller;
  readonly cause: Cause;
  /** Under which it is done once. */
  readonly key: IdempotencyKey | undefined;
}

/** @param content what is asked, as this version reads it; without secrets */
export function commandOf(
  route: string,
  request: ApiRequest<unknown, unknown, unknown>,
  content: unknown,
): Command {
  const { caller, requestId, idempotencyKey } = request;
  const key = idempotencyKeyOf(route, request, content);
  return { caller, cause: { requestId, idempotencyKey }, key };
}

/** @throws AppError unauthorized for who is nobody, an API key for example. */
export function userOf({ userId }: Caller): Uuid {
  if (userId === null)
    throw new AppError('unauthorized', 'send Authorization: Bearer <access token>');
  return userId;
}

/** For whoever meets another change: nothing was done, and nothing is stored with an Idempotency-Key. */
export function retryInASecond(what: string): AppError {
  return new AppError('conflict', `${what}: repeat the request in a second`, {
    headers: { 'Retry-After': '1' },
  });
}

/** To catch with where a lock is waited for that another transaction may keep for long. */
export function retryIfLocked(what: string): (error: unknown) => never {
  return (error) => {
    throw isLockTimeout(error) ? retryInASecond(what) : error;
  };
}

/** The RPCs of this service as plain functions. */
export type IdentityRpcs = RpcsOf<typeof grpcServices.identity.service>;

/** An id that must be there. */
export const idField = z.uuid({ error: 'must be a UUID' }).toLowerCase();

/** protobuf knows no absent text: empty means that there is none. */
export const optionalIdField = z
  .literal('')
  .transform(() => null)
  .or(idField);

/**
 * What the schema makes of an RPC's request.
 * @throws AppError invalid_request that names the first field that is wrong, never its value.
 */
export function parseRequest<Schema extends z.ZodType>(
  schema: Schema,
  request: unknown,
): z.output<Schema> {
  const result = schema.safeParse(request);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new AppError('invalid_request', `${issue?.path.join('.')}: ${issue?.message}`);
}
