import { randomBytes } from 'node:crypto';
import { AppError, type Caller, newId, type Uuid } from '@florin/contracts';
import { notFound } from '@florin/http-api';
import type { Deps } from '../../deps.ts';
import { mayActOn, teamOf } from '../../domain/access.ts';
import { type Factor, SECRET_BYTES } from '../../domain/factor.ts';
import { FRESH_MS } from '../../domain/policy.ts';
import { lockPerson } from '../../records/person.ts';
import { lockUser } from '../../records/users-queries.ts';
import { userOf } from '../../requests.ts';
import { revoke, thenAwaitGateways } from '../../revocations/revoke.ts';
import type { Tx } from '../../schema.ts';
import { askPassword } from '../login/ask-password.ts';
import {
  deleteFactor,
  findFactor,
  insertFactor,
  lockFactor,
  replaceRecoveryCodes,
  saveFactor,
  saveProof,
} from './queries.ts';
import { hashRecoveryCode, newRecoveryCodes } from './recovery-codes.ts';
import { toText, toUrl } from './totp.ts';
import { assertCode, type ShownCode } from './verify.ts';

export interface NewFactor {
  readonly factor: Factor;
  /** For manual entry and for a QR code. Shown only once. */
  readonly secret: string;
  readonly url: string;
}

/**
 * Starts a second factor for the caller, or restarts an unconfirmed one. It takes effect once its
 * first code is correct.
 * @throws AppError invalid_credentials for the wrong password; conflict if a factor is confirmed.
 */
export async function addFactor(
  deps: Deps,
  caller: Caller,
  asked: { readonly password: string; readonly address: string | undefined },
): Promise<NewFactor> {
  const { db, now } = deps;
  const userId = userOf(caller);
  const { email } = await askPassword(deps, userId, asked);
  const secret = randomBytes(SECRET_BYTES);
  const factor: Factor = {
    ...{ id: newId(), userId, secret, lastStep: 0n, wrongCodes: 0, wrongSince: null },
    ...{ createdAt: now(), confirmedAt: null },
  };
  await db.transaction().execute(async (tx) => {
    await lockUser(tx, userId);
    if ((await lockFactor(tx, userId))?.confirmedAt)
      throw new AppError('conflict', 'you already have a second factor; delete it first');
    await deleteFactor(tx, userId);
    await insertFactor(tx, factor);
  });
  return { factor, secret: toText(secret), url: toUrl(secret, email) };
}

/**
 * Activates the caller's second factor with its first code. Only this session counts as proved.
 * @throws AppError invalid_grant for a wrong code; not_found for another factor.
 */
export function confirmFactor(
  deps: Deps,
  caller: Caller,
  { factorId, ...shown }: ShownCode & { readonly factorId: Uuid },
): Promise<{ readonly factor: Factor; readonly recoveryCodes: readonly string[] }> {
  return thenAwaitGateways(deps, async () => {
    const userId = userOf(caller);
    const found = await findFactor(deps.db, userId);
    if (found?.id !== factorId) throw notFound('factor');
    if (found.confirmedAt) throw new AppError('conflict', 'this factor is already active');
    await assertCode(deps, userId, shown);
    const recoveryCodes = newRecoveryCodes();
    const factor = await deps.db.transaction().execute(async (tx) => {
      const locked = await lockFactor(tx, userId);
      if (locked?.id !== factorId) throw notFound('factor');
      const confirmed = { ...locked, confirmedAt: deps.now() };
      await saveFactor(tx, confirmed);
      await replaceRecoveryCodes(tx, userId, recoveryCodes.map(hashRecoveryCode));
      await markProved(tx, caller, deps.now());
      return confirmed;
    });
    return { factor, recoveryCodes };
  });
}

/**
 * Proves the caller's second factor in this session.
 * @returns until when the proof is fresh
 */
export function stepUp(deps: Deps, caller: Caller, shown: ShownCode): Promise<Date> {
  return thenAwaitGateways(deps, async () => {
    const userId = userOf(caller);
    if (!(await findFactor(deps.db, userId))?.confirmedAt)
      throw new AppError('conflict', 'you have no second factor to confirm');
    await assertCode(deps, userId, shown);
    const now = deps.now();
    await deps.db.transaction().execute((tx) => markProved(tx, caller, now));
    return new Date(now.getTime() + FRESH_MS);
  });
}

/**
 * Replaces all recovery codes.
 * @throws AppError conflict without a factor.
 */
export async function renewRecoveryCodes({ db }: Deps, caller: Caller): Promise<readonly string[]> {
  const userId = userOf(caller);
  const codes = newRecoveryCodes();
  await db.transaction().execute(async (tx) => {
    if (!(await lockFactor(tx, userId))?.confirmedAt)
      throw new AppError('conflict', 'you have no second factor; add one first');
    await replaceRecoveryCodes(tx, userId, codes.map(hashRecoveryCode));
  });
  return codes;
}

/** @throws AppError not_found unless the factor is the caller's. */
export function removeFactor(deps: Deps, caller: Caller, factorId: Uuid): Promise<Factor> {
  return thenAwaitGateways(deps, () =>
    deps.db.transaction().execute(async (tx) => {
      const userId = userOf(caller);
      const factor = await lockFactor(tx, userId);
      if (factor?.id !== factorId) throw notFound('factor');
      await deleteFactor(tx, userId);
      await revoke(tx, { kind: 'principal', subject: userId }, deps.now());
      return factor;
    }),
  );
}

/**
 * Removes a lost second factor and its recovery codes from a login that the account made.
 * @throws AppError not_found for callers who may not see the user; forbidden for those who may not
 * do this.
 */
export function resetFactors(deps: Deps, caller: Caller, userId: Uuid): Promise<void> {
  if (caller.role !== 'admin' && teamOf(caller) === undefined) throw notTheAccounts();
  return thenAwaitGateways(deps, () =>
    deps.db.transaction().execute(async (tx) => {
      const found = await lockPerson(tx, userId);
      if (!found || !mayActOn(caller, found.person, 'see_login')) throw notFound('user');
      if (!mayActOn(caller, found.person, 'reset_factors')) throw notTheAccounts();
      await deleteFactor(tx, userId);
      await revoke(tx, { kind: 'principal', subject: userId }, deps.now());
    }),
  );
}

function notTheAccounts(): AppError {
  return new AppError(
    'forbidden',
    'an account can reset second factors only of logins that it created; use a recovery code, or ask an admin',
  );
}

/** Revokes by user, so gateways re-read all sessions; the other ones have no proof. */
async function markProved(tx: Tx, caller: Caller, now: Date): Promise<void> {
  if (caller.sessionId !== null) await saveProof(tx, caller.sessionId, now);
  await revoke(tx, { kind: 'principal', subject: userOf(caller) }, now);
}
