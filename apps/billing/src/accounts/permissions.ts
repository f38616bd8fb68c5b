import { AppError, type Caller, type ErrorCode, type Uuid } from '@florin/contracts';
import { denied, filterField, onlyAdminsChoose } from '@florin/http-api';
import { canRead, mayWrite } from './access.ts';
import { type Account, type AccountsDeps, findAccount } from './peers.ts';

/** Refusals of an operation that changes an object of an account. */
export const CHANGE_ERRORS: readonly ErrorCode[] = [
  'invalid_request',
  'unauthorized',
  'forbidden',
  'not_found',
  'conflict',
];

type Errors = Parameters<typeof denied>[0];

/** For which account an admin acts; everybody else acts for their own. Null names no account. */
export const actingForField = filterField('account');

/** @throws AppError that the role only reads. */
export function assertMayWrite(route: Errors, caller: Caller): void {
  if (!mayWrite(caller)) throw denied(route, 'this role reads only');
}

/** @throws AppError that the caller may not do what its seller may. */
export function assertSells(
  route: Errors,
  caller: Caller,
  { sellerId }: { readonly sellerId: Uuid },
  message: string,
): void {
  assertMayWrite(route, caller);
  if (caller.role !== 'admin' && caller.accountId !== sellerId) throw denied(route, message);
}

/**
 * The account that an admin says it acts for; undefined for everybody else, who may say their own.
 * @throws AppError not_found for an id that cannot be one, invalid_request for who may not choose.
 */
export function actingFor(caller: Caller, asked: Uuid | null | undefined): Uuid | undefined {
  if (asked === undefined) return undefined;
  if (caller.role !== 'admin') {
    if (asked === null || asked !== caller.accountId) throw onlyAdminsChoose('account_id');
    return undefined;
  }
  if (asked === null) throw noSuchAccount();
  return asked;
}

/**
 * The account that a call is about.
 * @throws AppError not_found for a token without one.
 */
export function actingAccount(caller: Caller, asked: Uuid | null | undefined): Uuid {
  const accountId = actingFor(caller, asked) ?? caller.accountId;
  if (accountId === null)
    throw new AppError('not_found', 'this token has no account: open one by POST /v1/accounts');
  return accountId;
}

/**
 * Likewise, and open. A token's own account is; what an admin names may be anything.
 * @throws AppError not_found for a token without one, and for one that is not there or closed.
 */
export async function getActingAccount(
  deps: AccountsDeps,
  caller: Caller,
  asked: Uuid | null | undefined,
  requestId: string,
): Promise<Uuid> {
  const accountId = actingAccount(caller, asked);
  if (accountId !== caller.accountId) await getOpenAccount(deps, accountId, requestId);
  return accountId;
}

/** @throws AppError not_found for an account that there is not or that is closed. */
export async function getOpenAccount(
  deps: AccountsDeps,
  id: Uuid,
  requestId: string,
): Promise<Account> {
  const account = await findAccount(deps, id, requestId);
  if (!account || account.isClosed) throw noSuchAccount();
  return account;
}

/**
 * An account that the caller may read: the one it names, or else its own.
 * @throws AppError not_found for all others.
 */
export async function getReadableAccount(
  deps: AccountsDeps,
  caller: Caller,
  asked: Uuid | null | undefined,
  requestId: string,
): Promise<Account> {
  const accountId = asked === undefined ? actingAccount(caller, undefined) : asked;
  if (accountId === null || !canRead(caller, accountId)) throw noSuchAccount();
  return getOpenAccount(deps, accountId, requestId);
}

export function noSuchAccount(): AppError {
  return new AppError('not_found', 'there is no open account with this id');
}
