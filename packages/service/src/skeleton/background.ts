import { readersOf, type ServiceName } from '@florin/contracts';
import { type LeaseTables, listCutOff } from '@florin/database';
import {
  type ConsumerLoop,
  type EventConnection,
  type Relay,
  startRelay as relayOutbox,
} from '@florin/events';
import { startLoop } from '@florin/runtime/loop';
import type { Kysely } from 'kysely';
import type { Metrics } from '../metrics/create-metrics.ts';
import {
  addDeadLetterMetrics,
  addLeaseMetrics,
  addOutboxMetrics,
  addSagaMetrics,
} from '../metrics/database-metrics.ts';
import {
  addBacklogMetrics,
  addRefusedMetrics,
  addStreamMetrics,
} from '../metrics/event-metrics.ts';
import type { Logger } from '../program/log.ts';
import type { Report } from '../program/report.ts';
import type { Followed } from '../system/system.ts';
import type { Commits } from './commits.ts';
import type { ServiceParts, Worker } from './service-parts.ts';
import { isExpectedAtStart } from './starting.ts';

/** Dependencies of background work. */
export interface BackgroundDeps {
  readonly name: ServiceName;
  readonly db: Kysely<LeaseTables>;
  readonly events: EventConnection;
  readonly metrics: Metrics;
  readonly log: Logger;
  readonly report: Report;
  readonly commits: Commits;
  /** Registers a function that stops some work with the service. */
  readonly onStop: (stop: () => unknown) => void;
}

/** Runs resumed in one round. */
const RESUMES_MAX = 100;
const RESUMED = { restMs: 1_000, restAfterErrorMs: 1_000 };

/** Starts background work: workers, relay and consumers. Returns their databases and consumers. */
export function startBackground(parts: ServiceParts, deps: BackgroundDeps): Followed {
  const { name, db, metrics } = deps;
  for (const worker of [...(parts.workers ?? []), ...startResuming(parts, deps)])
    startWorker(worker, deps);
  const relays = startRelay(parts, deps);
  if (relays.length > 0) addStreamMetrics(metrics, name, readersOf(name), relays);
  const consumers = startConsumers(parts, deps);
  const holders = [...relays, ...consumers].map(({ leaseHolder }) => leaseHolder);
  addLeaseMetrics(metrics, db, [...holders, ...(parts.leases ?? [])]);
  // Last, because it queries NATS.
  if (consumers.length > 0) addBacklogMetrics(metrics, name, consumers);
  const [first] = parts.consumers ?? [];
  return {
    outboxes: 'outbox' in parts ? [parts.outbox, ...(parts.moreOutboxes ?? [])] : [],
    inbox: first?.inbox,
    sagas: parts.sagas?.db,
    consumers,
    redrive: first && (() => first.redrive(name)),
  };
}

function startWorker(
  { name, round, restMs, restMsMax, restAfterErrorMs = restMs, expects = () => false }: Worker,
  { report, commits, onStop }: BackgroundDeps,
): void {
  const onError = report(`${name} failed`);
  const loop = startLoop(
    async () => ((await round()) ? 'again' : 'rest'),
    { restMs, restMsMax, restAfterErrorMs },
    (error) => {
      if (!expects(error)) onError(error);
    },
  );
  commits.follow(loop.wakeSoon);
  onStop(loop.stop);
}

/**
 * Starts a loop per saga that resumes interrupted runs, and creates a worker that finds them: one
 * query for all sagas, which wakes the loops with runs.
 */
function startResuming(
  { sagas }: ServiceParts,
  { metrics, report, onStop }: BackgroundDeps,
): readonly Worker[] {
  if (!sagas) return [];
  addSagaMetrics(metrics, sagas.db);
  const loops = new Map(
    sagas.runners.map(({ kind, resume }) => {
      const round = async () => ((await resume(RESUMES_MAX)) > 0 ? 'again' : 'wait');
      const onError = report('resuming work across services failed');
      const onUnexpected = (error: unknown) => {
        if (!isExpectedAtStart(error)) onError(error);
      };
      return [kind, startLoop(round, RESUMED, onUnexpected)] as const;
    }),
  );
  for (const { stop } of loops.values()) onStop(stop);
  const worker: Worker = {
    name: 'looking for work across services',
    async round() {
      for (const kind of await listCutOff(sagas.db)) loops.get(kind)?.wake();
    },
    restMs: 1_000,
    restMsMax: 5_000,
  };
  return [worker];
}

function startRelay(
  parts: ServiceParts,
  { name, events, metrics, report, commits, onStop }: BackgroundDeps,
): readonly Relay[] {
  if (!('outbox' in parts)) return [];
  const outboxes = [parts.outbox, ...(parts.moreOutboxes ?? [])];
  addOutboxMetrics(metrics, outboxes);
  return outboxes.map((outbox) => {
    const relay = relayOutbox(outbox, name, events, report('publishing events failed'), {
      isAlone: outboxes.length === 1,
    });
    commits.follow(relay.noteCommit);
    onStop(relay.stop);
    return relay;
  });
}

function startConsumers(
  { consumers = [] }: ServiceParts,
  { name, events, metrics, log, report, onStop }: BackgroundDeps,
): readonly ConsumerLoop[] {
  const [first] = consumers;
  if (!first) return [];
  addDeadLetterMetrics(metrics, first.inbox, name);
  const onRefused = addRefusedMetrics(metrics, log);
  const loops = consumers.map(({ start }) =>
    start(events, name, (source) => ({
      onDeadLetter: (eventId, reason) =>
        log.error({ source, event_id: eventId, reason }, 'an event became a dead letter'),
      onRefused: onRefused(source),
      onError: report(`consuming events of ${source} failed`),
    })),
  );
  for (const loop of loops) onStop(loop.stop);
  return loops;
}
