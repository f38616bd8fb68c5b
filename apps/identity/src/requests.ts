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
import type { Cause } from './domain/event.ts';

/** Rules of this service's routes that an operator can configure. */
export type Rules = PasswordRules & SignUpRules;

/** Timeout of routes that wait until every gateway has applied a revocation. */
export const REVOKING_TIMEOUT_MS = 5_000;

/** Common parts of every command. */
export interface Command {
  readonly caller: Caller;
  readonly cause: Cause;
  /** Makes the command idempotent. */
  readonly key: IdempotencyKey | undefined;
}

/** @param content the request as this version parses it; without secrets */
export function commandOf(
  route: string,
  request: ApiRequest<unknown, unknown, unknown>,
  content: unknown,
): Command {
  const { caller, requestId, idempotencyKey } = request;
  const key = idempotencyKeyOf(route, request, content);
  return { caller, cause: { requestId, idempotencyKey }, key };
}

/** @throws AppError unauthorized unless the caller is a user. */
export function userOf({ userId }: Caller): Uuid {
  if (userId === null)
    throw new AppError('unauthorized', 'send Authorization: Bearer <access token>');
  return userId;
}

/** Error for a conflict with a concurrent change. Nothing was changed or stored under the key. */
export function retryInASecond(what: string): AppError {
  return new AppError('conflict', `${what}; retry in a second`, {
    headers: { 'Retry-After': '1' },
  });
}

/** A catch handler for waits on a lock that another transaction may hold for long. */
export function retryIfLocked(what: string): (error: unknown) => never {
  return (error) => {
    throw isLockTimeout(error) ? retryInASecond(what) : error;
  };
}

/** The RPCs of this service as plain functions. */
export type IdentityRpcs = RpcsOf<typeof grpcServices.identity.service>;

/** A required id. */
export const idField = z.uuid({ error: 'must be a UUID' }).toLowerCase();

/** protobuf has no absent strings, so an empty string means null. */
export const optionalIdField = z
  .literal('')
  .transform(() => null)
  .or(idField);

/**
 * Parses an RPC request by its schema.
 * @throws AppError invalid_request that names the first wrong field, never its value.
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
