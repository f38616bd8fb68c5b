import {
  AppError,
  type Caller,
  isRetryLater,
  newId,
  type PayoutResource,
  type Reply,
  type Uuid,
} from '@florin/contracts';
import type { IdempotencyKey, SagaRunner } from '@florin/database';
import { canRead, canWrite, listOwned, notFound, type OwnedRequest } from '@florin/http-api';
import { findLastProcessor } from '../charges/queries.ts';
import type { Processor } from '../contract/processor.ts';
import type { Payout } from '../domain/payout.ts';
import type { Registry } from '../registry.ts';
import type { Db } from '../schema.ts';
import { findPayout, type PayoutFilter, selectPayouts } from './queries.ts';
import type { PayingOut } from './saga.ts';

export interface PayoutRouteDeps {
  readonly db: Db;
  readonly registry: Registry;
  readonly payouts: Pick<SagaRunner<PayingOut>, 'begin'>;
}

export interface PayoutRequest
  extends Omit<PayingOut, 'id' | 'accountId' | 'processor' | 'idempotencyKey'> {
  readonly caller: Caller;
  /** Undefined means an account that cannot exist. */
  readonly accountId: Uuid | undefined;
}

/**
 * Pays money of an account out.
 * @throws AppError account_not_found for accounts of others.
 */
export async function createPayout(
  { db, registry, payouts }: PayoutRouteDeps,
  { caller, accountId, ...request }: PayoutRequest,
  key: IdempotencyKey | undefined,
): Promise<Reply> {
  if (accountId === undefined || !canRead(caller, accountId))
    throw new AppError('account_not_found', 'there is no account with this id');
  if (!canWrite(caller, accountId)) throw new AppError('forbidden', 'this role is read-only');
  const processor = await choose(db, registry, { accountId, currency: request.currency });
  const idempotencyKey = key?.key ?? null;
  return payouts.begin({ ...request, accountId, processor, id: newId(), idempotencyKey }, key);
}

/**
 * Pays out the remaining money of a closed account, once, through the processor of its customers.
 * Undefined without payments, or if that processor cannot pay out.
 * @throws AppError unavailable while the outcome is unknown
 */
export async function payOutRest(
  { db, registry, payouts }: PayoutRouteDeps,
  of: Pick<PayingOut, 'accountId' | 'currency' | 'requestId'>,
): Promise<PayoutResource | undefined> {
  const { accountId } = of;
  const processor = await findLastProcessor(db, accountId);
  if (processor === undefined) return undefined;
  if (!ableTo(registry, of).some(({ name }) => name === processor)) return undefined;
  const all = { amount: null, reference: null, metadata: { cause: 'account.closed' } };
  const key = { scope: 'closing of an account', key: accountId, request: of.currency };
  const begun = { ...of, ...all, processor, id: newId(), idempotencyKey: null };
  const reply = await payouts.begin(begun, { ...key, sent: of.currency });
  if (isRetryLater(reply)) throw new AppError('unavailable', 'the payout is in progress; retry');
  const payout = reply.body as PayoutResource;
  return reply.status === 201 && payout.status !== 'failed' ? payout : undefined;
}

/** The processor of the last payment to an account, where its money is; else any that pays out. */
async function choose(
  db: Db,
  registry: Registry,
  of: Pick<PayingOut, 'accountId' | 'currency'>,
): Promise<string> {
  const able = ableTo(registry, of);
  const last = await findLastProcessor(db, of.accountId);
  const processor = able.find(({ name }) => name === last) ?? able[0];
  if (processor) return processor.name;
  throw new AppError(
    'unavailable',
    `no configured processor pays out ${of.currency} in the mode of the account`,
  );
}

function ableTo(
  registry: Registry,
  { accountId, currency }: Pick<PayingOut, 'accountId' | 'currency'>,
): readonly Processor[] {
  return registry
    .openFor(accountId)
    .filter(({ abilities, takes }) => abilities.payouts && (takes?.includes(currency) ?? true));
}

export async function getPayout(db: Db, caller: Caller, id: Uuid): Promise<Payout> {
  const payout = await findPayout(db, id);
  if (!payout || payout.status === 'reserved' || !canRead(caller, payout.accountId))
    throw notFound('payout');
  return payout;
}

/** A page of the payouts visible to the caller, newest first. */
export function listPayouts(db: Db, caller: Caller, request: OwnedRequest<PayoutFilter>) {
  return listOwned(caller, request, {
    name: 'payout',
    find: (id) => getPayout(db, caller, id),
    select: (filter, rowsMax) => selectPayouts(db, filter, rowsMax),
  });
}
