import { newId, type Uuid } from '@florin/contracts';
import { remedyOf } from '@florin/database';
import pLimit from 'p-limit';
import { isUnavailable, LEDGER_CALLS_MAX } from '../../clients.ts';
import type { CollectDeps } from '../../collection/charges/collect-from-customer.ts';
import { gatherCharges } from '../../collection/charges/gather.ts';
import { collectCharging } from '../../collection/charges/outcome.ts';
import { type Outcome, recordCharges } from '../../collection/charges/record.ts';
import { bySystem } from '../../domain/cause.ts';
import { TaxesNeeded } from '../../domain/tax/engine.ts';
import { askForBatch } from '../../tax/engine/ask.ts';
import type { DueSubscription } from './queries.ts';
import { type ChargingSubscription, tick } from './tick.ts';

/** No charge starts later than this, so that its outcome is recorded before the lease expires. */
const COLLECTING_MS_MAX = 4_000;
/** A customer's address can change between the tax calculation and its use. */
const TAX_ROUNDS_MAX = 3;

interface Processed {
  /** Subscriptions with an account that is being closed. */
  readonly heldBack: readonly Uuid[];
  /** Nothing was due. */
  readonly unchanged: readonly Uuid[];
  readonly failed: ReadonlyMap<Uuid, unknown>;
  /** No charge got a response: the ledger is unreachable. */
  readonly isLedgerDown: boolean;
}

/**
 * Processes the next due item of each subscription by its own clock, and resumes interrupted
 * charges. One batch is read, decided and saved, then charged concurrently; errors stay separate.
 */
export async function processDue(
  deps: CollectDeps,
  due: readonly DueSubscription[],
): Promise<Processed> {
  const { db } = deps;
  const failed = new Map<Uuid, unknown>();
  const onError = ({ id }: { readonly id: Uuid }, error: unknown) => failed.set(id, error);

  const ticked = await allOrEach(
    due,
    async (some) => [await tickTaxed(deps, some, onError)],
    onError,
  );
  const charging = ticked.flatMap((each) => each.charging);
  const collecting = { ...deps, ledger: gatherCharges(deps.ledger) };
  const outcomes: Outcome[] = [];
  const endsAt = performance.now() + COLLECTING_MS_MAX;
  const oneByOne = pLimit(LEDGER_CALLS_MAX);
  const chargeInTime = async (subscription: ChargingSubscription) => {
    if (performance.now() > endsAt) return;
    try {
      outcomes.push(await charge(collecting, subscription));
    } catch (error) {
      // A temporary error does not count as an attempt: the same charge is retried soon.
      onError(subscription, error);
    }
  };
  await Promise.all(
    charging.map((subscription) =>
      // Charges to balances are sent together; each other charge is a call, or several, of its own.
      subscription.payerAccountId === null
        ? oneByOne(chargeInTime, subscription)
        : chargeInTime(subscription),
    ),
  );
  await allOrEach(
    outcomes,
    (some: readonly Outcome[]) =>
      db.transaction().execute((tx) => recordCharges(tx, some, bySystem)),
    onError,
  );
  return {
    failed,
    isLedgerDown:
      charging.length > 1 &&
      outcomes.length === 0 &&
      charging.every(({ id }) => !failed.has(id) || isUnavailable(failed.get(id))),
    heldBack: ticked.flatMap(({ heldBack }) => heldBack),
    unchanged: ticked.flatMap(({ unchanged }) => unchanged),
  };
}

/**
 * A tick with all taxes: fetches missing taxes outside a transaction and starts again.
 * Subscriptions whose taxes cannot be fetched are skipped and retried with backoff.
 */
async function tickTaxed(
  deps: CollectDeps,
  due: readonly DueSubscription[],
  onError: (item: DueSubscription, error: unknown) => void,
): Promise<Awaited<ReturnType<typeof tick>>> {
  let left = due;
  for (let round = 1; ; round += 1) {
    const some = left;
    try {
      return await deps.db.transaction().execute((tx) => tick(tx, some));
    } catch (error) {
      if (!(error instanceof TaxesNeeded) || round > TAX_ROUNDS_MAX) throw error;
      const failed = await askForBatch(deps, error);
      for (const item of left) if (failed.has(item.id)) onError(item, failed.get(item.id));
      left = left.filter(({ id }) => !failed.has(id));
    }
  }
}

async function charge(deps: CollectDeps, subscription: ChargingSubscription): Promise<Outcome> {
  const known = await collectCharging(deps, subscription, subscription.charging, newId());
  return { id: subscription.id, ...known };
}

/**
 * Processes all items at once. If one of them fails, processes them one by one, so that only the
 * faulty one fails; if the database is unavailable, all fail.
 */
async function allOrEach<Item, Result>(
  items: readonly Item[],
  work: (items: readonly Item[]) => Promise<readonly Result[]>,
  onError: (item: Item, error: unknown) => void,
): Promise<readonly Result[]> {
  if (items.length === 0) return [];
  try {
    return await work(items);
  } catch (error) {
    if (items.length === 1 || remedyOf('due', error) !== 'split') {
      for (const item of items) onError(item, error);
      return [];
    }
  }
  const results: Result[] = [];
  for (const item of items) results.push(...(await allOrEach([item], work, onError)));
  return results;
}
