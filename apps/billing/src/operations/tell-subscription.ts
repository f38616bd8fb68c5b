import { AppError, type Reply, refuse, type Uuid } from '@florin/contracts';
import { type IdempotencyKey, runOnce } from '@florin/database';
import { notFound } from '@florin/http-api';
import type { Kysely, Transaction } from 'kysely';
import type { Command } from '../domain/command.ts';
import { decide } from '../domain/decide.ts';
import type { Cause, Stored } from '../domain/public-events.ts';
import { readTimes, type SqlNow } from '../store/clock.ts';
import { holdGatesOpen } from '../store/gates.ts';
import type { BillingTables } from '../store/schema.ts';
import { lockSubscription } from '../store/subscriptions.ts';
import { isAtRest } from '../store/test-clocks.ts';
import { busyReply, clockMoves, untilFree } from './busy.ts';
import { toReply } from './create-subscription.ts';
import { saveEvents } from './save-events.ts';

/** What a client tells a subscription that never costs anything. */
export type FreeCommand = Extract<
  Command,
  { type: 'pause' | 'resume' | 'cancel' | 'uncancel' | 'void_invoice' }
>;

/** A command that depends on what is read while the subscription is locked. */
export type ReadCommand = (tx: Transaction<BillingTables>) => Promise<FreeCommand>;

/** What a client is answered once a subscription has been told. */
export type Answer = (tx: Transaction<BillingTables>, stored: Stored) => Promise<Reply>;

const withSubscription: Answer = async (_tx, stored) => toReply(stored);

/** Does what a client tells a subscription, once per Idempotency-Key. */
export function makeTellSubscription(db: Kysely<BillingTables>, sqlNow: SqlNow) {
  return async (
    { subscription }: Stored,
    command: FreeCommand | ReadCommand,
    key: IdempotencyKey | undefined,
    { cause, answer = withSubscription }: { readonly cause: Cause; readonly answer?: Answer },
  ): Promise<Reply> => {
    return untilFree(() =>
      runOnce(db, key, async (tx) => {
        if (
          'type' in command &&
          command.type === 'resume' &&
          !(await holdPartiesOpen(tx, subscription))
        )
          return refuse('conflict', 'the account is being closed: nothing can be resumed');
        const told = await tell(tx, subscription.id, command, cause);
        return 'subscription' in told ? answer(tx, told) : told;
      }).catch((error: unknown) => {
        if (error instanceof Busy) return error.reply;
        throw error;
      }),
    );
  };

  async function tell(
    tx: Transaction<BillingTables>,
    id: Uuid,
    wish: FreeCommand | ReadCommand,
    cause: Cause,
  ): Promise<Stored | Reply> {
    const before = await lockSubscription(tx, id);
    if (!before) throw notFound('subscription');
    const { testClockId } = before.subscription;
    if (!(await isAtRest(tx, testClockId))) throw new Busy(clockMoves());
    const times = await readTimes(tx, sqlNow, testClockId);
    const command = 'type' in wish ? wish : await wish(tx);
    const decision = decide(before.subscription, command, times.nowMs);
    if (decision.accepted) return saveEvents(tx, before, decision.events, { ...times, cause });
    if (decision.code === 'busy') throw new Busy(busyReply());
    if (decision.code === 'invalid_request')
      throw new AppError('invalid_request', decision.message);
    return refuse(decision.code, decision.message);
  }
}

/** Holds the gates of all who take part; whether they are open. */
export function holdPartiesOpen(
  tx: Transaction<BillingTables>,
  { sellerId, payerAccountId }: Pick<Stored['subscription'], 'sellerId' | 'payerAccountId'>,
): Promise<boolean> {
  return holdGatesOpen(tx, payerAccountId === null ? [sellerId] : [sellerId, payerAccountId]);
}

/** Rolls everything back, the Idempotency-Key too. */
class Busy extends Error {
  override readonly name = 'Busy';
  readonly reply: Reply;

  constructor(reply: Reply) {
    super();
    this.reply = reply;
  }
}
