import { AppError, type Caller, newId, refuse, type Uuid } from '@florin/contracts';
import type { Saga } from '@florin/database';
import { canRead, canWrite, listOwned, notFound, type OwnedRequest } from '@florin/http-api';
import { findCharge, findChargeByReference } from '../charges/queries.ts';
import type { DisputeState, Evidence, Merchant } from '../contract/model.ts';
import type { Processor } from '../contract/processor.ts';
import type { Charge } from '../domain/charge.ts';
import { type Dispute, eventOf, learn, open, toResource } from '../domain/dispute.ts';
import { BY_PROCESSOR, type Cause, publishChange } from '../events.ts';
import { followDispute } from '../methods/disputes.ts';
import type { Registry } from '../registry.ts';
import type { Db, ProcessorsTables } from '../schema.ts';
import {
  type DisputeFilter,
  findByReference,
  findDispute,
  insertDispute,
  lockDispute,
  saveDispute,
  selectDisputes,
} from './queries.ts';

export interface DisputeDeps {
  readonly db: Db;
  readonly registry: Registry;
}

/** Above the number of changes expected while a processor is polled. */
const ASKS_MAX = 5;

/**
 * Fetches a dispute and stores its state; undefined if its charge is unknown, perhaps only for now.
 * Fetches again if it changed meanwhile, because the response may be older.
 */
export async function refresh(
  db: Db,
  processor: Processor,
  reference: string,
  merchant: Merchant,
): Promise<Dispute | undefined> {
  let state = await processor.findDispute(reference, merchant);
  const charge = await findChargeByReference(db, processor.name, state.chargeReference);
  if (!charge) return undefined;
  for (let asks = 1; asks < ASKS_MAX; asks += 1) {
    const known = await findByReference(db, charge.id, reference);
    if (known) {
      state = await processor.findDispute(reference, merchant);
      const after = await learnSince(db, known, state);
      if (after) return after;
    } else {
      const opened = open(newId(), charge, state, Date.now());
      if (await insertOpened(db, charge, opened)) return opened;
    }
  }
  throw new Error(`the dispute ${reference} keeps changing while ${processor.name} is queried`);
}

function insertOpened(db: Db, charge: Charge, opened: Dispute): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    if (!(await insertDispute(tx, opened))) return false;
    await publishChange(tx, toResource, 'dispute.created', undefined, opened, BY_PROCESSOR);
    await followDispute(tx, charge, undefined, opened);
    return true;
  });
}

/** Undefined if the dispute has changed since the read. */
async function learnSince(
  db: Db,
  { id, version }: Dispute,
  state: DisputeState,
): Promise<Dispute | undefined> {
  let isCurrent = true;
  const after = await change(db, id, BY_PROCESSOR, (before) => {
    isCurrent = before.version === version;
    return isCurrent ? learn(before, state, Date.now()) : before;
  });
  return isCurrent ? after : undefined;
}

/** Changes a locked dispute, with the event of the change. */
export function change(
  db: Db,
  id: Uuid,
  cause: Cause,
  decide: (dispute: Dispute) => Dispute,
): Promise<Dispute> {
  return db.transaction().execute(async (tx) => {
    const before = await lockDispute(tx, id);
    const after = decide(before);
    if (after === before) return before;
    await saveDispute(tx, after);
    await publishChange(tx, toResource, eventOf(before, after), before, after, cause);
    if (before.status !== after.status)
      await followDispute(tx, await findCharge(tx, after.chargeId), before, after);
    return after;
  });
}

/** State of the saga that submits evidence. */
export interface Answering extends Cause {
  readonly requestId: string;
  /** Permanent id of the evidence at the processor. */
  readonly id: Uuid;
  readonly disputeId: Uuid;
  readonly evidence: Evidence;
}

/** Submits evidence to the processor, once, and records that. */
export function answerSaga({ db, registry }: DisputeDeps): Saga<Answering, ProcessorsTables> {
  return {
    kind: 'answer_dispute',
    first: 'check',
    steps: {
      async check(state) {
        const { status } = await mustFind(db, state.disputeId);
        if (status === 'needs_response') return { next: 'send', state };
        const message = `evidence is no longer accepted; the dispute is ${status}`;
        return { done: async () => refuse('conflict', message) };
      },
      async send(state) {
        const dispute = await mustFind(db, state.disputeId);
        const charge = await findCharge(db, dispute.chargeId);
        const processor = charge && registry.of(charge);
        if (!processor)
          throw new AppError(
            'unavailable',
            'the processor of this payment is no longer configured',
          );
        const { reference } = dispute;
        const response = await processor.answerDispute(
          reference,
          charge.merchant,
          state.evidence,
          state.id,
        );
        const after = await change(db, dispute.id, state, (before) => {
          const learned = learn(before, response, Date.now());
          const version = before.version + 1n;
          return { ...learned, version, evidenceSubmittedAt: Date.now(), updatedAt: Date.now() };
        });
        return { done: async () => ({ status: 200, body: toResource(after) }) };
      },
    },
  };
}

async function mustFind(db: Db, id: Uuid): Promise<Dispute> {
  const dispute = await findDispute(db, id);
  if (!dispute) throw new Error(`dispute ${id} does not exist`);
  return dispute;
}

/** A dispute for which the caller may submit evidence. */
export async function findToAnswer(db: Db, caller: Caller, id: Uuid): Promise<Dispute> {
  const dispute = await getDispute(db, caller, id);
  if (!canWrite(caller, dispute.accountId))
    throw new AppError('forbidden', 'this role is read-only');
  return dispute;
}

export async function getDispute(db: Db, caller: Caller, id: Uuid): Promise<Dispute> {
  const dispute = await findDispute(db, id);
  if (!dispute || !canRead(caller, dispute.accountId)) throw notFound('dispute');
  return dispute;
}

/** A page of the disputes visible to the caller, newest first. */
export function listDisputes(db: Db, caller: Caller, request: OwnedRequest<DisputeFilter>) {
  return listOwned(caller, request, {
    name: 'dispute',
    find: (id) => getDispute(db, caller, id),
    select: (filter, rowsMax) => selectDisputes(db, filter, rowsMax),
  });
}
