import { AppError, type Reply, refuse, type Uuid } from '@florin/contracts';
import { type IdempotencyKey, runOnce } from '@florin/database';
import { notFound } from '@florin/http-api';
import type { Kysely, Transaction } from 'kysely';
import { readTimes } from '../../clock.ts';
import type { Cause } from '../../domain/cause.ts';
import type { Command } from '../../domain/subscription/commands.ts';
import { decide } from '../../domain/subscription/decide.ts';
import type { Stored, Subscription } from '../../domain/subscription/model.ts';
import { busyReply, clockIsAdvancing, retryWhileBusy } from '../../invoicing/subscriptions/busy.ts';
import { saveEvents } from '../../invoicing/subscriptions/save.ts';
import { holdPartiesOpen, readDunningRules } from '../../records/gates-queries.ts';
import { lockSubscription } from '../../records/subscriptions-queries.ts';
import type { BillingTables } from '../../schema.ts';
import { lockClock } from '../test-clocks/queries.ts';
import { toReply } from './create.ts';

/** Commands of clients that never start a charge. */
export type FreeCommand = Extract<
  Command,
  {
    type:
      | 'pause'
      | 'resume'
      | 'cancel'
      | 'uncancel'
      | 'choose_method'
      | 'change_metadata'
      | 'void_invoice'
      | 'write_off';
  }
>;

export interface ChangeRequest {
  readonly subscription: Subscription;
  /** A function reads the command's input, or refuses it, while the subscription is locked. */
  readonly command:
    | FreeCommand
    | ((tx: Transaction<BillingTables>) => Promise<FreeCommand | Reply>);
  readonly key: IdempotencyKey | undefined;
  readonly cause: Cause;
  /** Builds the reply; by default the subscription. */
  readonly toReply?: (
    tx: Transaction<BillingTables>,
    after: Stored,
    before: Stored,
  ) => Promise<Reply>;
}

/** Applies a client's command to a subscription, once per Idempotency-Key. */
export function changeSubscription(
  { db }: { readonly db: Kysely<BillingTables> },
  request: ChangeRequest,
): Promise<Reply> {
  const { subscription, command, key, cause } = request;
  return retryWhileBusy(() =>
    runOnce(db, key, async (tx) => {
      const isResume = 'type' in command && command.type === 'resume';
      if (isResume && !(await holdPartiesOpen(tx, subscription)))
        return refuse('conflict', 'the account is being closed; no subscription can be resumed');
      const changed = await apply(tx, subscription.id, command, cause);
      if (!('after' in changed)) return changed;
      const { after, before } = changed;
      return request.toReply ? request.toReply(tx, after, before) : toReply(after);
    }).catch((error: unknown) => {
      if (error instanceof Busy) return error.reply;
      throw error;
    }),
  );
}

async function apply(
  tx: Transaction<BillingTables>,
  id: Uuid,
  given: ChangeRequest['command'],
  cause: Cause,
): Promise<{ readonly before: Stored; readonly after: Stored } | Reply> {
  const before = await lockSubscription(tx, id);
  if (!before) throw notFound('subscription');
  const { sellerId, testClockId } = before.subscription;
  if (!(await lockClock(tx, testClockId))) throw new Busy(clockIsAdvancing());
  const times = await readTimes(tx, testClockId);
  const command = 'type' in given ? given : await given(tx);
  if ('body' in command) return command;
  const dunningRules = await readDunningRules(tx, [sellerId]);
  const decision = decide(before.subscription, command, times.nowMs, dunningRules(sellerId));
  if (decision.accepted) {
    const after = await saveEvents(tx, before, decision.events, { ...times, cause });
    return { before, after };
  }
  if (decision.code === 'busy') throw new Busy(busyReply());
  if (decision.code === 'invalid_request') throw new AppError('invalid_request', decision.message);
  return refuse(decision.code, decision.message);
}

/** Rolls back everything, including the Idempotency-Key. */
class Busy extends Error {
  override readonly name = 'Busy';
  readonly reply: Reply;

  constructor(reply: Reply) {
    super();
    this.reply = reply;
  }
}
