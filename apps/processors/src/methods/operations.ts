import {
  AppError,
  type Caller,
  newId,
  parsePublicId,
  type Reply,
  type Uuid,
} from '@florin/contracts';
import { findErased, type IdempotencyKey, runOnce } from '@florin/database';
import { canRead, canWrite, listOwned, notFound, type OwnedRequest } from '@florin/http-api';
import {
  allow,
  type Change,
  eventOf,
  isUsable,
  makeDefault,
  type NewMethod,
  type PaymentMethod,
  remove,
  save,
  toResource,
} from '../domain/method.ts';
import { BY_PROCESSOR, type Cause, publishChange } from '../events.ts';
import type { Registry } from '../registry.ts';
import type { Db, Tx } from '../schema.ts';
import {
  findMethod,
  insertMethod,
  lockMethods,
  type MethodFilter,
  saveMethod,
  selectMethods,
} from './queries.ts';

export interface MethodDeps {
  readonly db: Db;
  readonly registry: Registry;
}

type Decide = (all: readonly PaymentMethod[], now: number) => readonly Change[];

/** Changes a customer's methods under one lock, with the events of the changes. */
export async function change(
  tx: Tx,
  { accountId, customer }: Pick<PaymentMethod, 'accountId' | 'customer'>,
  cause: Cause,
  decide: Decide,
): Promise<readonly Change[]> {
  const changes = decide(await lockMethods(tx, accountId, customer), Date.now());
  // A customer has at most one default at any time, so the former one is saved first.
  const ordered = changes.toSorted((a, b) => Number(a.after.isDefault) - Number(b.after.isDefault));
  for (const each of ordered) {
    const { before, after } = each;
    await (before ? saveMethod : insertMethod)(tx, after);
    await publishChange(tx, toResource, eventOf(each), before, after, cause);
  }
  return ordered;
}

/**
 * Saves the method of a payment in the transaction of the charge; returns its id. Null for an
 * erased customer.
 */
export async function saveCharged(tx: Tx, saved: Omit<NewMethod, 'id'>): Promise<Uuid | null> {
  if (await isErased(tx, saved.customer)) return null;
  const whose = { accountId: saved.merchant.accountId, customer: saved.customer };
  const id = newId();
  const changes = await change(tx, whose, BY_PROCESSOR, (all, now) =>
    save(all, { ...saved, id }, now),
  );
  return changes.find(({ after }) => after.isDefault)?.after.id ?? id;
}

/** Whether the personal data of a customer, by public id, was erased. */
export async function isErased(db: Db | Tx, customer: string): Promise<boolean> {
  const id = parsePublicId('customer', customer);
  return id !== undefined && (await findErased(db, [id])).size > 0;
}

/**
 * A method visible to the caller.
 * @throws AppError not_found for methods of others, and removed ones.
 */
export async function getMethod(db: Db | Tx, caller: Caller, id: Uuid): Promise<PaymentMethod> {
  const method = await findMethod(db, id);
  if (!method || !isUsable(method) || !canRead(caller, method.accountId))
    throw notFound('payment method');
  return method;
}

export interface MethodRequest {
  readonly caller: Caller;
  readonly id: Uuid;
  readonly requestId: string;
}

/** Makes a method the default, which renewals charge. */
export function makeMethodDefault(
  db: Db,
  request: MethodRequest,
  key: IdempotencyKey | undefined,
): Promise<Reply> {
  return changeOnce(db, request, key, makeDefault);
}

/** Resumes automatic charges of a disputed method. */
export function allowMethod(
  db: Db,
  request: MethodRequest,
  key: IdempotencyKey | undefined,
): Promise<Reply> {
  return changeOnce(db, request, key, allow);
}

function changeOnce(
  db: Db,
  request: MethodRequest,
  key: IdempotencyKey | undefined,
  decide: typeof makeDefault,
): Promise<Reply> {
  return runOnce(db, key, async (tx) => {
    const method = await findToChange(tx, request);
    const cause = causeOf(request, key);
    await change(tx, method, cause, (all, now) => decide(all, method.id, now));
    const body = toResource(await getMethod(tx, request.caller, method.id));
    return { status: 200, body };
  });
}

/** Removes a method at once; the processor is called afterwards, with retries. */
export function removeMethod(
  db: Db,
  request: MethodRequest,
  key: IdempotencyKey | undefined,
): Promise<Reply> {
  return runOnce(db, key, async (tx) => {
    const method = await findToChange(tx, request);
    const cause = causeOf(request, key);
    await change(tx, method, cause, (all, now) => remove(all, method.id, now));
    return { status: 200, body: { ...toResource(method), is_default: false, deleted: true } };
  });
}

async function findToChange(tx: Tx, { caller, id }: MethodRequest): Promise<PaymentMethod> {
  const method = await getMethod(tx, caller, id);
  if (!canWrite(caller, method.accountId))
    throw new AppError('forbidden', 'this role is read-only');
  return method;
}

function causeOf({ requestId }: MethodRequest, key: IdempotencyKey | undefined): Cause {
  return { requestId, idempotencyKey: key?.key ?? null };
}

/** A page of the methods visible to the caller, newest first. */
export function listMethods(db: Db, caller: Caller, request: OwnedRequest<MethodFilter>) {
  return listOwned(caller, request, {
    name: 'payment method',
    find: (id) => getMethod(db, caller, id),
    select: (filter, rowsMax) => selectMethods(db, filter, rowsMax),
  });
}
