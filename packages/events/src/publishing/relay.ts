import { setTimeout as pause } from 'node:timers/promises';
import type { ServiceName } from '@florin/contracts';
import {
  type LeaseHolder,
  type LeaseTables,
  listUnpublished,
  makeLeaseHolder,
  markPublished,
  type OutboxRow,
  type OutboxTables,
} from '@florin/database';
import { type Loop, startLoop } from '@florin/runtime/loop';
import { continueTrace, TRACE_HEADER, traceParent, withSpan } from '@florin/runtime/tracing';
import type { Kysely } from 'kysely';
import { headers } from 'nats';
import type { EventConnection, JetStream } from '../connection/connection.ts';
import { ensureStream, subjectOf } from '../connection/streams.ts';

const LEASE_MS = 5_000;
const ROWS_MAX = 500;
const PUBLISH_TIMEOUT_MS = 2_000;
/** Behind a batch the next one gathers: a round costs as much for one event as for twenty. */
const GATHER_MS = 20;
const REST_MS = 100;
const REST_AFTER_ERROR_MS = 500;

/** What of a process it is that NATS refuses. */
const PART = 'publishing';

const encoder = new TextEncoder();

/** A loop that works in one process at a time. */
export interface LeasedLoop extends Loop {
  readonly leaseHolder: LeaseHolder;
}

/**
 * Publishes a service's outbox in order. One process at a time does it, by a lease. Rows are
 * marked once JetStream has acknowledged them; after any failure it starts again from the oldest
 * unmarked row, and the event's id lets JetStream and the inbox drop what arrives twice.
 */
export function startRelay(
  db: Kysely<OutboxTables & LeaseTables>,
  service: ServiceName,
  connection: EventConnection,
  onError: (error: unknown) => void,
): LeasedLoop {
  const leaseHolder = makeLeaseHolder(db, 'relay', LEASE_MS);
  let isStreamThere = false;

  const loop = startLoop(
    async () => {
      const jetStream = await connection.jetStream();
      if (!isStreamThere) await ensureStream(jetStream.manager, service);
      isStreamThere = true;
      if (!(await leaseHolder.acquire())) return 'rest';
      const rows = await listUnpublished(db, ROWS_MAX);
      if (rows.length === 0) {
        connection.noteRecovery(PART);
        return 'rest';
      }
      const acknowledged = await Promise.allSettled(
        rows.map((row, index) => {
          return publish(jetStream, service, row, rows[index - 1]?.event_id);
        }),
      );
      // Only up to the first failure: what follows it is published again, behind it.
      const failedAt = acknowledged.findIndex(({ status }) => status === 'rejected');
      const done = failedAt === -1 ? rows : rows.slice(0, failedAt);
      await markPublished(
        db,
        done.map((row) => row.position),
      );
      const failure = acknowledged[failedAt];
      if (failure?.status !== 'rejected') {
        connection.noteRecovery(PART);
        if (rows.length < ROWS_MAX) await pause(GATHER_MS);
        return 'again';
      }
      isStreamThere = false; // It may have been wiped.
      throw failure.reason;
    },
    { restMs: REST_MS, restAfterErrorMs: REST_AFTER_ERROR_MS },
    (error) => {
      if (!connection.noteFailure(PART, error)) onError(error);
    },
  );
  return {
    leaseHolder,
    wake: loop.wake,
    async stop() {
      await loop.stop();
      await leaseHolder.release();
    },
  };
}

/** Publishes one event in the trace in which it was written. */
function publish(
  { client }: JetStream,
  service: ServiceName,
  { event_id, type, body, trace_parent }: OutboxRow,
  before: string | undefined,
) {
  const subject = subjectOf(service, type);
  return continueTrace(trace_parent ?? undefined, () =>
    withSpan(`publish ${type}`, { kind: 'producer' }, () =>
      client.publish(subject, encoder.encode(body), {
        msgID: event_id,
        timeout: PUBLISH_TIMEOUT_MS,
        // All are under way at once: what follows a refused event is refused too, so that it
        // does not end up in front of it.
        ...(before ? { expect: { lastMsgID: before } } : {}),
        // A process that does not trace hands on what another one began.
        ...toTraceHeaders(traceParent() ?? trace_parent),
      }),
    ),
  );
}

function toTraceHeaders(parent: string | null) {
  if (parent === null) return {};
  const traced = headers();
  traced.set(TRACE_HEADER, parent);
  return { headers: traced };
}
