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
import { makeKeeper } from './keeper.ts';
import { messageIdOf, publishRun } from './publish-run.ts';

const LEASE_MS = 5_000;
const ROWS_MAX = 500;
/** Small enough for whatever passes messages on, and large enough that one costs next to nothing. */
const GATHERED: RunBounds = { eventsMax: 256, bytesMax: 131_072 };
const ONE_BY_ONE: RunBounds = { eventsMax: 1, bytesMax: 0 };
/** Behind a batch the next one gathers: a round costs as much for one event as for twenty. */
const GATHER_MS = 20;
/** Positions of the outbox that stay empty are looked for so often, and seldom where nothing was published since. */
const GIVE_UP_EVERY_MS = { busy: 1_000, idle: 10_000 };
/**
 * Short as long as this process commits events, or another one says that it has. The longest, after which
 * the lease is to be renewed anyway, is for events that nobody tells of: where NATS has lost the word, or
 * does not let it through.
 */
const RESTS = { restMs: 100, restMsMax: 0.7 * LEASE_MS, restAfterErrorMs: 500 };
/** How late it is noticed that the lease of a process that has died is over. */
const REST_WITHOUT_LEASE_MS = 250;

/** Parts of a process that NATS can refuse. */
const PART = 'publishing';
const FOLLOWING = 'following consumers';

/** A loop that works in one process at a time. */
export interface LeasedLoop extends Loop {
  readonly leaseHolder: LeaseHolder;
}

export interface Relay extends LeasedLoop {
  /** Events that the stream has lost before they were handled, and are not handled yet, by consumer. */
  missing(): ReadonlyMap<string, number>;
  /** Part of its limit that the stream fills, where this process publishes; undefined elsewhere. */
  filled(): number | undefined;
  /** That this process has committed something: the process that publishes soon looks for events. */
  noteCommit(): void;
}

export interface RelayOptions {
  /** Whether this process alone publishes to the stream; otherwise it waits for each message. */
  readonly isAlone?: boolean;
  /** Names of the durable consumers whose events the stream has to keep. */
  readonly readers?: readonly string[];
}

/**
 * Publishes a service's outbox in order, consecutive events of one noun as one message. One process at
 * a time does it, by a lease. The cursor moves once JetStream has acknowledged events; after any failure
 * it starts again from the oldest behind it, and ids let JetStream and the inbox drop what arrives twice.
 * Events that the stream loses before a consumer has handled them are published again.
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
  /** Makes ids differ after a loss: JetStream would drop what it had within the last two minutes. */
  let again = '';
  const keeper = makeKeeper(db, service, readers);

  /** Failures do not keep events from being published. */
  async function look(jetStream: JetStream): Promise<void> {
    if (!keeper.isDue()) return;
    try {
      if (await keeper.look(jetStream)) again = `.${Date.now().toString(36)}`;
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
      // Only up to the first failure: what follows it is published again, behind it.
      const failedAt = acknowledged.findIndex(({ status }) => status === 'rejected');
      const done = failedAt === -1 ? rows : runs.slice(0, failedAt).flat();
      await markPublished(db, done);
      mayMiss = true;
      keeper.note();
      const failure = acknowledged[failedAt];
      if (failure?.status !== 'rejected') {
        bounds = GATHERED;
        connection.noteRecovery(PART);
        if (rows.length < ROWS_MAX) await pause(GATHER_MS);
        return 'again';
      }
      isStreamThere = false; // It may have been wiped.
      // One event that is refused must not hold up those before it, nor a small limit all of them.
      bounds = isRefusal(failure.reason) && !isStreamFull(failure.reason) ? ONE_BY_ONE : GATHERED;
      throw failure.reason;
    },
    RESTS,
    (error) => {
      if (!connection.noteFailure(PART, error)) onError(error);
    },
  );
  const subject = wakeSubjectOf(service);
  connection.subscribe(subject, loop.stir);
  let toldAtMs = Number.NEGATIVE_INFINITY;

  return {
    leaseHolder,
    missing: keeper.missing,
    filled: () => (leaseHolder.heldMs() === undefined ? undefined : keeper.filled()),
    noteCommit() {
      loop.stir();
      const now = performance.now();
      // One word brings rounds for longer than that.
      if (leaseHolder.heldMs() !== undefined || now < toldAtMs + RESTS.restMs) return;
      toldAtMs = now;
      connection.publish(subject, '');
    },
    wake: loop.wake,
    stir: loop.stir,
    async stop() {
      await loop.stop();
      await leaseHolder.release();
    },
  };
}

/** One after the other, up to the first failure. */
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

/** Whether it is what a message holds that is refused, and not NATS that is away or silent. */
function isRefusal(error: unknown): boolean {
  if (!(error instanceof NatsError)) return false;
  return error.isJetStreamError() || error.code === ErrorCode.MaxPayloadExceeded;
}
