import {
  type Caller,
  isLive,
  type PeriodResource,
  type Reply,
  refuse,
  toInstant,
  toPublicId,
  type Uuid,
} from '@florin/contracts';
import { type IdempotencyKey, runOnce } from '@florin/database';
import type { CalendarMonth } from '@florin/money';
import type { Kysely } from 'kysely';
import { readTimes } from '../../clock.ts';
import { isClosed, type PeriodChange, refusalOfClose } from '../../domain/period.ts';
import {
  findPeriodChanges,
  insertPeriodChange,
  lockPeriods,
} from '../../records/periods-queries.ts';
import type { BillingTables } from '../../schema.ts';

/** Maximum number of changes shown for a period. */
const SHOWN_MAX = 50;

export interface PeriodRequest {
  readonly sellerId: Uuid;
  readonly month: CalendarMonth;
  readonly caller: Caller;
  readonly key: IdempotencyKey | undefined;
}

interface PeriodsDeps {
  readonly db: Kysely<BillingTables>;
}

export async function readPeriod(
  { db }: PeriodsDeps,
  sellerId: Uuid,
  month: CalendarMonth,
): Promise<PeriodResource> {
  return toResource(sellerId, month, await findPeriodChanges(db, sellerId, SHOWN_MAX));
}

/** Closes the books up to the end of a month; later entries count in the open period. */
export function closePeriod({ db }: PeriodsDeps, request: PeriodRequest): Promise<Reply> {
  const { sellerId, month, key, caller } = request;
  return runOnce(db, key, async (tx) => {
    const closedUntil = await lockPeriods(tx, sellerId);
    const { realMs: at } = await readTimes(tx, null);
    const refusal = refusalOfClose(month, at);
    if (refusal !== undefined) return refuse('conflict', refusal);
    if (!isClosed(month, closedUntil))
      await insertPeriodChange(tx, sellerId, {
        ...({ kind: 'closed', month: month.name, closedUntil: month.endAt } as const),
        ...{ reason: null, actor: actorOf(caller), at },
      });
    return { status: 200, body: await readPeriod({ db: tx }, sellerId, month) };
  });
}

/** Reopens a month and all later ones. */
export function reopenPeriod(
  { db }: PeriodsDeps,
  { reason, ...request }: PeriodRequest & { readonly reason: string },
): Promise<Reply> {
  const { sellerId, month, key, caller } = request;
  return runOnce(db, key, async (tx) => {
    const closedUntil = await lockPeriods(tx, sellerId);
    const { realMs: at } = await readTimes(tx, null);
    if (isClosed(month, closedUntil))
      await insertPeriodChange(tx, sellerId, {
        ...({ kind: 'reopened', month: month.name, closedUntil: month.startAt } as const),
        ...{ reason, actor: actorOf(caller), at },
      });
    return { status: 200, body: await readPeriod({ db: tx }, sellerId, month) };
  });
}

function actorOf({ userId, apiKeyId }: Caller): string | null {
  if (apiKeyId) return toPublicId('apiKey', apiKeyId);
  return userId && toPublicId('user', userId);
}

function toResource(
  sellerId: Uuid,
  month: CalendarMonth,
  changes: readonly PeriodChange[],
): PeriodResource {
  return {
    object: 'period',
    livemode: isLive(sellerId),
    account_id: toPublicId('account', sellerId),
    month: month.name,
    starts_at: toInstant(month.startAt),
    ends_at: toInstant(month.endAt),
    status: isClosed(month, changes[0]?.closedUntil) ? 'closed' : 'open',
    changes: changes.map(({ kind, month: of, reason, actor, at }) => ({
      ...{ type: kind, month: of, reason, actor_id: actor },
      created_at: toInstant(at),
    })),
  };
}
