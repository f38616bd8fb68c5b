import { AppError, newId, type Uuid } from '@florin/contracts';
import type { Kysely } from 'kysely';
import { byItself } from '../domain/public-events.ts';
import type { SqlNow } from '../store/clock.ts';
import type { DueSubscription } from '../store/due.ts';
import type { BillingTables } from '../store/schema.ts';
import { collectCharging } from './charge-steps.ts';
import type { Collect } from './collect.ts';
import { inLanes } from './in-lanes.ts';
import { type Outcome, recordCharges } from './record-charge.ts';
import { type InCharge, type Ticked, tick } from './tick.ts';
import { togetherOrEach } from './together-or-each.ts';

/** No charge is begun later than this: the lease of what was taken has to last for the rest. */
const COLLECTING_MS_MAX = 4_000;

export interface WorkParts {
  readonly db: Kysely<BillingTables>;
  readonly sqlNow: SqlNow;
  readonly collect: Collect;
}

/** Subscriptions with which nothing was done. */
export interface Left extends Pick<Ticked, 'heldBack' | 'unchanged'> {
  readonly troubled: ReadonlyMap<Uuid, unknown>;
  /** No charge of several was answered: what is wrong is not with the subscriptions. */
  readonly isCutOff: boolean;
}

/**
 * Does the next thing that is due with each of some subscriptions, by the time that it lives by,
 * and carries on charges that were cut off. They are read, decided and saved together and charged
 * at the same time; what is wrong with one is no trouble of the others.
 */
export function makeWorkOnDue({ db, sqlNow, collect }: WorkParts) {
  return async (due: readonly DueSubscription[]): Promise<Left> => {
    const troubled = new Map<Uuid, unknown>();
    const onOutage = ({ id }: { readonly id: Uuid }, error: unknown) => troubled.set(id, error);

    const ticked = await togetherOrEach(due, begin, onOutage);
    const charging = ticked.flatMap((each) => each.charging);
    const outcomes: Outcome[] = [];
    const endsAt = performance.now() + COLLECTING_MS_MAX;
    await inLanes(charging, async (subscription) => {
      if (performance.now() > endsAt) return;
      try {
        outcomes.push(await charge(subscription));
      } catch (error) {
        // Trouble is no attempt: the same charge is made again a little later.
        onOutage(subscription, error);
      }
    });
    await togetherOrEach(outcomes, record, onOutage);
    return {
      troubled,
      isCutOff:
        charging.length > 1 &&
        outcomes.length === 0 &&
        charging.every(({ id }) => !troubled.has(id) || isUnavailable(troubled.get(id))),
      heldBack: ticked.flatMap(({ heldBack }) => heldBack),
      unchanged: ticked.flatMap(({ unchanged }) => unchanged),
    };
  };

  async function begin(due: readonly DueSubscription[]): Promise<readonly Ticked[]> {
    return [await db.transaction().execute((tx) => tick(tx, sqlNow, due))];
  }

  async function charge(subscription: InCharge): Promise<Outcome> {
    const known = await collectCharging(collect, subscription, subscription.charging, newId());
    return { id: subscription.id, ...known };
  }

  async function record(outcomes: readonly Outcome[]): Promise<readonly never[]> {
    const recording = { sqlNow, cause: byItself };
    await db.transaction().execute((tx) => recordCharges(tx, outcomes, recording));
    return [];
  }
}

function isUnavailable(error: unknown): boolean {
  return error instanceof AppError && error.code === 'unavailable';
}
