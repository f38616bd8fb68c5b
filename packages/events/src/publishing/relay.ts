import { setTimeout as pause } from 'node:timers/promises';
import { readersOf, type ServiceName } from '@florin/contracts';
import {
  giveUpMissing,
  type LeaseHolder,
  type LeaseTables,
  listUnpublished,
  makeLeaseHolder,
  markPublished,
  type OutboxTables,
} from '@florin/database';
import { type Loop, startLoop } from '@florin/runtime/loop';
import type { Kysely } from 'kysely';
import { ErrorCode, NatsError } from 'nats';
import type { EventConnection } from '../connection/connection.ts';
import {
  ensureStream,
  isNotFound,
  isStreamFull,
  type JetStream,
  wakeSubjectOf,
} from '../connection/streams.ts';
import { cutRuns, type Run, type RunBounds } from '../messages/cut-runs.ts';
import { messageIdOf, publishRun } from './publish-run.ts';
import { makeStreamCheck } from './stream-check.ts';

const LEASE_MS = 5_000;
const ROWS_MAX = 500;
/** Small enough for any broker, and large enough to make the cost per message negligible. */
const GATHERED: RunBounds = { eventsMax: 256, bytesMax: 131_072 };
const ONE_BY_ONE: RunBounds = { eventsMax: 1, bytesMax: 0 };
/** Pause after a batch: a round costs as much for one event as for twenty. */
const GATHER_MS = 20;
/** How often missing outbox positions are checked; rarely while nothing is published. */
const GIVE_UP_EVERY_MS = { busy: 1_000, idle: 10_000 };
/**
 * Short while this process commits, or another one reports commits over NATS. The longest pause, at
 * which the lease is renewed anyway, covers reports that NATS lost or refused.
 */
const RESTS = { restMs: 100, restMsMax: 0.7 * LEASE_MS, restAfterErrorMs: 500 };
/** Delay until the expired lease of a dead process is noticed. */
const REST_WITHOUT_LEASE_MS = 250;

/** Parts for which NATS can fail. */
const PART = 'publishing';
const FOLLOWING = 'following consumers';

/** A loop that runs in one process at a time. */
export interface LeasedLoop extends Loop {
  readonly leaseHolder: LeaseHolder;
}

export interface Relay extends LeasedLoop {
  /** Per consumer, number of events that the stream lost and that are still unhandled. */
  missing(): ReadonlyMap<string, number>;
  /** Fill level of the stream as a part of its limit; undefined if another process publishes. */
  filled(): number | undefined;
  /** Wakes the publishing process after a commit. */
  noteCommit(): void;
}

export interface RelayOptions {
  /** Whether only this process publishes to the stream. If not, messages are awaited one by one. */
  readonly isAlone?: boolean;
  /** Names of durable consumers whose events the stream must retain. */
  readonly readers?: readonly string[];
}

/**
 * Publishes a service's outbox in order, by one process at a time. The cursor advances after
 * JetStream's acknowledgement; after a failure, it resends, and ids remove duplicates (decisions
 * 33, 34, 72).
 */
export function startRelay(
  db: Kysely<OutboxTables & LeaseTables>,
  service: ServiceName,
  connection: EventConnection,
  onError: (error: unknown) => void,
  { isAlone = true, readers = readersOf(service) }: RelayOptions = {},
): Relay {
  const leaseHolder = makeLeaseHolder(db, 'relay', LEASE_MS);
  let isStreamThere = false;
  let lookedAtMs = performance.now();
  let mayMiss = true;
  let bounds = GATHERED;
  /** Makes ids differ after a loss, since JetStream would drop ids of the last two minutes. */
  let again = '';
  const streamCheck = makeStreamCheck(db, service, readers);

  /** A failure here does not stop publishing. */
  async function look(jetStream: JetStream): Promise<void> {
    if (!streamCheck.isDue()) return;
    try {
      if (await streamCheck.run(jetStream)) again = `.${Date.now().toString(36)}`;
      connection.noteRecovery(FOLLOWING);
    } catch (error) {
      if (isNotFound(error)) isStreamThere = false;
      else if (!connection.noteFailure(FOLLOWING, error)) onError(error);
    }
  }

  const loop = startLoop(
    async () => {
      const jetStream = await connection.jetStream();
      if (!isStreamThere) await ensureStream(jetStream, service);
      isStreamThere = true;
      if (!(await leaseHolder.acquire())) return { restMs: REST_WITHOUT_LEASE_MS };
      if (performance.now() > lookedAtMs + GIVE_UP_EVERY_MS[mayMiss ? 'busy' : 'idle']) {
        mayMiss = await giveUpMissing(db);
        lookedAtMs = performance.now();
      }
      await look(jetStream);
      const rows = await listUnpublished(db, ROWS_MAX);
      if (rows.length === 0) {
        connection.noteRecovery(PART);
        return 'rest';
      }
      const runs = cutRuns(rows, bounds);
      const { client } = jetStream;
      const acknowledged = isAlone
        ? await Promise.allSettled(
            runs.map((run, index) => {
              const before = runs[index - 1];
              return publishRun(client, service, run, again, before && messageIdOf(before) + again);
            }),
          )
        : await inTurn(runs, (run) => publishRun(client, service, run, again, undefined));
      // Only messages before the first failure count; later ones are republished after it.
      const failedAt = acknowledged.findIndex(({ status }) => status === 'rejected');
      const done = failedAt === -1 ? rows : runs.slice(0, failedAt).flat();
      await markPublished(db, done);
      mayMiss = true;
      streamCheck.schedule();
      const failure = acknowledged[failedAt];
      if (failure?.status !== 'rejected') {
        bounds = GATHERED;
        connection.noteRecovery(PART);
        if (rows.length < ROWS_MAX) await pause(GATHER_MS);
        return 'again';
      }
      isStreamThere = false; // It may have been wiped.
      // After a refusal, publish one by one: it must not block earlier events, nor a low limit all.
      bounds = isRefusal(failure.reason) && !isStreamFull(failure.reason) ? ONE_BY_ONE : GATHERED;
      throw failure.reason;
    },
    RESTS,
    (error) => {
      if (!connection.noteFailure(PART, error)) onError(error);
    },
  );
  const subject = wakeSubjectOf(service);
  connection.subscribe(subject, loop.wakeSoon);
  let toldAtMs = Number.NEGATIVE_INFINITY;

  return {
    leaseHolder,
    missing: streamCheck.missing,
    filled: () => (leaseHolder.heldMs() === undefined ? undefined : streamCheck.filled()),
    noteCommit() {
      loop.wakeSoon();
      const now = performance.now();
      // One wake-up keeps the publisher polling for longer than that.
      if (leaseHolder.heldMs() !== undefined || now < toldAtMs + RESTS.restMs) return;
      toldAtMs = now;
      connection.publish(subject, '');
    },
    wake: loop.wake,
    wakeSoon: loop.wakeSoon,
    async stop() {
      await loop.stop();
      await leaseHolder.release();
    },
  };
}

/** One after another, up to the first failure. */
async function inTurn(
  runs: readonly Run[],
  publish: (run: Run) => Promise<void>,
): Promise<readonly PromiseSettledResult<void>[]> {
  const results: PromiseSettledResult<void>[] = [];
  for (const run of runs) {
    const [result] = await Promise.allSettled([publish(run)]);
    results.push(result);
    if (result.status === 'rejected') break;
  }
  return results;
}

/** Whether NATS refused the message's contents, rather than being unavailable. */
function isRefusal(error: unknown): boolean {
  if (!(error instanceof NatsError)) return false;
  return error.isJetStreamError() || error.code === ErrorCode.MaxPayloadExceeded;
}
