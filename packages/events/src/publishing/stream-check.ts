import type { ServiceName } from '@florin/contracts';
import {
  deleteProgress,
  noteSequence,
  type OutboxTables,
  positionsAt,
  publishAgain,
  readProgress,
  saveProgress,
} from '@florin/database';
import type { Kysely } from 'kysely';
import type { StreamInfo } from 'nats';
import { isNotFound, type JetStream, streamOf } from '../connection/streams.ts';
import {
  type DurableState,
  follow,
  hasLost,
  type Progress,
  purgeBefore,
  type StreamState,
} from './progress-model.ts';

/** Check interval while a consumer is behind; a consumer without a durable is soon forgotten. */
const CHECK_MS = 2_000;
const ABSENT_MS_MAX = 60_000;

/** Retains unhandled events in the stream, and republishes events that the stream lost. */
export interface StreamCheck {
  isDue(): boolean;
  /** Schedules a check soon, after publishing or a possible wipe of the stream. */
  schedule(): void;
  /**
   * Checks the stream.
   * @returns whether events must be republished
   */
  run(jetStream: JetStream): Promise<boolean>;
  /** Number of lost events per consumer that it has not handled since. */
  missing(): ReadonlyMap<string, number>;
  /**
   * Fill level of the stream at the last check, as a part of its limit; undefined before the first.
   */
  filled(): number | undefined;
}

interface Loss {
  readonly count: number;
  /** The consumer is done once its progress reaches this position. */
  readonly upTo: bigint;
}

export function makeStreamCheck(
  db: Kysely<OutboxTables>,
  service: ServiceName,
  readers: readonly string[],
): StreamCheck {
  const losses = new Map<string, Loss>();
  /** Per consumer, the stream on which its durable was last seen, and since when it is missing. */
  const seen = new Map<string, { readonly stream: string; readonly goneAt?: number }>();
  let isNeeded = true;
  let filled: number | undefined;
  let checkedAtMs = Number.NEGATIVE_INFINITY;

  async function run({ manager }: JetStream): Promise<boolean> {
    checkedAtMs = performance.now();
    const { published, rows } = await readProgress(db);
    const state = toState(await manager.streams.info(streamOf(service)));
    const durables = await Promise.all(readers.map((reader) => findDurable(manager, reader)));
    // If the stream was recreated meanwhile, its sequences are unrelated.
    const after = toState(await manager.streams.info(streamOf(service)));
    if (after.stream !== state.stream) return true;
    filled = after.bytes / after.bytesMax;
    const before = new Map(rows.map((row) => [row.consumer, row]));
    const lost = rows.filter(
      (row) => readers.includes(row.consumer) && hasLost(row, state, published),
    );
    if (lost.length > 0) {
      await recover(lost, state, published);
      return true;
    }
    const present = durables.flatMap((durable) => durable ?? []);
    const floors = present.filter(({ waiting }) => waiting > 0).map(({ floor }) => floor);
    const positions = await positionsAt(db, floors);
    const progress = present.map((durable) =>
      follow(
        before.get(durable.consumer),
        durable,
        state,
        published,
        (at) => positions.get(at) ?? 0n,
      ),
    );
    await forgetAbsent(rows, present, state);
    await saveProgress(db, progress);
    await noteSequence(db, published, state.lastSequence);
    for (const { consumer, position } of progress)
      if (position >= (losses.get(consumer)?.upTo ?? 0n)) losses.delete(consumer);
    const kept = [...progress, ...rows.filter((row) => isWaitedFor(row, present))];
    const first = purgeBefore(state, kept);
    if (first !== undefined) await manager.streams.purge(streamOf(service), { seq: Number(first) });
    isNeeded = kept.some(({ position }) => position < published) || losses.size > 0;
    return false;
  }

  async function findDurable(
    manager: JetStream['manager'],
    consumer: string,
  ): Promise<DurableState | undefined> {
    try {
      const { num_pending, num_ack_pending, ack_floor } = await manager.consumers.info(
        streamOf(service),
        consumer,
      );
      const waiting = num_pending + num_ack_pending;
      return { consumer, waiting, floor: BigInt(ack_floor.stream_seq) };
    } catch (error) {
      if (isNotFound(error)) return undefined;
      throw error;
    }
  }

  async function recover(
    lost: readonly Progress[],
    { stream, firstSequence }: StreamState,
    published: bigint,
  ): Promise<void> {
    const sequence = firstSequence - 1n;
    const counts = await publishAgain(
      db,
      lost.map(({ consumer, position }) => ({ consumer, stream, sequence, position })),
    );
    for (const [consumer, count] of counts)
      if (count > 0) losses.set(consumer, { count, upTo: published });
    isNeeded = true;
  }

  const isWaitedFor = ({ consumer }: Progress, present: readonly DurableState[]) =>
    readers.includes(consumer) && !present.some((each) => each.consumer === consumer);

  /** To remove a consumer, an operator deletes its durable. */
  async function forgetAbsent(
    rows: readonly Progress[],
    present: readonly DurableState[],
    { stream }: StreamState,
  ): Promise<void> {
    for (const { consumer } of present) seen.set(consumer, { stream });
    for (const { consumer } of rows.filter((row) => isWaitedFor(row, present))) {
      const last = seen.get(consumer);
      if (last?.stream !== stream) continue;
      const { goneAt = performance.now() } = last;
      seen.set(consumer, { stream, goneAt });
      if (performance.now() > goneAt + ABSENT_MS_MAX) await deleteProgress(db, consumer);
    }
  }

  return {
    isDue: () => isNeeded && performance.now() > checkedAtMs + CHECK_MS,
    schedule() {
      isNeeded = true;
    },
    run,
    missing: () => new Map([...losses].map(([consumer, { count }]) => [consumer, count])),
    filled: () => filled,
  };
}

function toState({ created, state, config }: StreamInfo): StreamState {
  return {
    stream: created,
    firstSequence: BigInt(state.first_seq),
    lastSequence: BigInt(state.last_seq),
    bytes: state.bytes,
    bytesMax: config.max_bytes,
  };
}
