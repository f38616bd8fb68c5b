import { AppError, type Caller, type ErrorCode, type Uuid } from '@florin/contracts';
import { denied, filterField, onlyAdminsChoose } from '@florin/http-api';
import { canRead, mayWrite } from './access.ts';
import { type Account, type AccountsDeps, findAccount } from './find.ts';

/** Refusals of an operation that changes an object of an account. */
export const CHANGE_ERRORS: readonly ErrorCode[] = [
  'invalid_request',
  'unauthorized',
  'forbidden',
  'not_found',
  'conflict',
];

type Errors = Parameters<typeof denied>[0];

/** The account that an admin acts for; other callers act for their own. Null matches no account. */
export const actingForField = filterField('account').describe(
  'Account to act for (`acc_…`): administrators choose any, other callers only their own. Default: the account of the token.',
);

/** The account that a query reads. */
export const readableField = filterField('account').describe(
  'Account to read (`acc_…`), for callers that can read several. Default: the account of the token.',
);

/** @throws AppError if the role may only read. */
export function assertMayWrite(route: Errors, caller: Caller): void {
  if (!mayWrite(caller)) throw denied(route, 'this role is read-only');
}

/** @throws AppError if the caller may not act as this seller. */
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
 * The account that an admin names; undefined for other callers, who may only name their own.
 * @throws AppError not_found for a malformed id, invalid_request if the caller may not choose.
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
 * The account that a call acts for.
 * @throws AppError not_found for a token without an account.
 */
export function actingAccount(caller: Caller, asked: Uuid | null | undefined): Uuid {
  const accountId = actingFor(caller, asked) ?? caller.accountId;
  if (accountId === null)
    throw new AppError('not_found', 'this token has no account; open one with POST /v1/accounts');
  return accountId;
}

/**
 * Like {@link actingAccount}, and checks that an account named by an admin exists and is open.
 * @throws AppError not_found for a token without an account, and for a missing or closed account.
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

/** @throws AppError not_found if the account does not exist or is closed. */
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
 * The account that the caller names, or else its own.
 * @throws AppError not_found if the caller may not read it.
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
