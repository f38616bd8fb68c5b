import { toPublicId } from '@florin/contracts';
import type { Kysely } from 'kysely';
import {
  type Attempt,
  type BackoffState,
  type DeliveryStatus,
  decideBackoff,
  decideDelivery,
  FAILURES_MAX,
  RETRY_AFTER_MS_MAX,
} from '../domain/delivery.ts';
import type { Endpoint } from '../domain/endpoint.ts';
import { noteHealth } from '../endpoints/publish-health.ts';
import { signedHeaders } from '../endpoints/signing.ts';
import { listPayloads } from '../events/queries.ts';
import { PACE } from '../limits.ts';
import { findEndpoint, listSecrets } from '../queues/endpoint-queries.ts';
import {
  closeQueue,
  type EndpointQueue,
  lockQueue,
  releaseQueue,
} from '../queues/endpoint-queues.ts';
import { type Attempted, type DueDelivery, listDue, saveAttempts } from '../queues/queries.ts';
import type { WebhooksTables } from '../schema.ts';
import type { Agents } from './agents.ts';
import { send } from './send.ts';

export interface DeliverDeps {
  readonly db: Kysely<WebhooksTables>;
  readonly agents: Agents;
  /** Whether accounts can read their receivers' responses. */
  readonly keepsAnswers: boolean;
  readonly countAttempt: (status: DeliveryStatus) => void;
  /** Once aborted, no further delivery starts. */
  readonly stopping: AbortSignal;
}

/** Attempts a batch of an endpoint's due deliveries and saves the results. */
export async function deliverBatch(deps: DeliverDeps, queue: EndpointQueue): Promise<void> {
  const { db } = deps;
  const { endpointId, failures } = queue;
  const endpoint = await findEndpoint(db, { id: endpointId, scope: 'everything' });
  if (endpoint?.status !== 'enabled') {
    await db.transaction().execute((tx) => closeQueue(tx, endpointId));
    return;
  }
  // A failing endpoint is tried with a single delivery.
  const due = await listDue(db, endpointId, failures < FAILURES_MAX ? PACE.batchMax : 1);
  const attempted = await attemptAll(deps, endpoint, due, failures);
  const isGone = attempted.some(({ verdict }) => verdict.isGone);
  const successes = successesOf(attempted);
  await db.transaction().execute(async (tx) => {
    await noteHealth(tx, endpoint, { successes, isGone, publishAfterMs: PACE.publishAfterMs });
    // Locked before saving, so that transactions that add deliveries wait and wake the queue later.
    await lockQueue(tx, endpointId);
    await saveAttempts(tx, attempted);
    if (isGone) await closeQueue(tx, endpointId);
    else await releaseQueue(tx, endpointId, backoffAfter(failures, attempted));
  });
  for (const { verdict } of attempted) deps.countAttempt(verdict.status);
}

const successesOf = (attempted: readonly Attempted[]): readonly boolean[] =>
  attempted.map(({ verdict }) => verdict.status === 'delivered');

/** Pauses an endpoint that fails repeatedly or sends Retry-After. */
function backoffAfter(failures: number, attempted: readonly Attempted[]): BackoffState {
  const backoff = decideBackoff(failures, successesOf(attempted), PACE.firstPauseMs);
  const asked = attempted.filter(({ attempt }) => attempt.retryAfterMs > 0);
  const askedMs = asked.map(({ attempt }) => Math.min(attempt.retryAfterMs, RETRY_AFTER_MS_MAX));
  return { ...backoff, pauseMs: Math.max(backoff.pauseMs, ...askedMs) };
}

/** Attempts run concurrently, but those about one object in sequence. */
async function attemptAll(
  deps: DeliverDeps,
  endpoint: Endpoint,
  due: readonly DueDelivery[],
  failures: number,
): Promise<readonly Attempted[]> {
  const { db, stopping } = deps;
  if (due.length === 0) return [];
  const logged = due.filter(({ testEvent }) => testEvent === null);
  const payloads = await listPayloads(
    db,
    logged.map(({ eventId }) => eventId),
  );
  const secrets = await listSecrets(db, endpoint.id, new Date());
  const endsAt = performance.now() + PACE.batchMs;
  const chains = Map.groupBy(due, ({ id, aggregateId }) => aggregateId ?? id).values();
  const attempted: Attempted[] = [];
  // Stops early, instead of waiting for each delivery to time out.
  const isFailing = () => backoffAfter(failures, attempted).failures >= FAILURES_MAX;
  const isOver = () => stopping.aborted || performance.now() > endsAt;
  const work = async (): Promise<void> => {
    for (const chain of chains) {
      for (const delivery of chain) {
        if (isOver() || (attempted.length > 0 && isFailing())) return;
        const payload = delivery.testEvent ?? payloads.get(delivery.eventId);
        const attempt = await attemptOne(deps, endpoint, secrets, delivery, payload);
        const attempts = delivery.attempts + 1;
        const verdict = decideDelivery(attempts, attempt, Math.random(), PACE.retryDelaysMs);
        attempted.push({ delivery, attempt, verdict });
      }
    }
  };
  await Promise.all(Array.from({ length: PACE.concurrentMax }, work));
  return attempted;
}

function attemptOne(
  { agents, keepsAnswers: keepsAnswer }: DeliverDeps,
  { id: endpointId, url }: Endpoint,
  secrets: readonly Buffer[],
  { eventId }: DueDelivery,
  payload: object | undefined,
): Promise<Attempt> {
  if (!payload) throw new Error(`event ${eventId} has a pending delivery, but is not in the log`);
  const body = JSON.stringify(payload);
  const id = toPublicId('event', eventId);
  return send(agents.of(endpointId), {
    url,
    headers: signedHeaders(secrets, { id, body, at: new Date() }),
    body,
    keepsAnswer,
  });
}
