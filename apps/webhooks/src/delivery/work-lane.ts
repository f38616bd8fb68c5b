import { toPublicId } from '@florin/contracts';
import type { Kysely } from 'kysely';
import { decideStanding, FAILURES_MAX, type Standing } from '../domain/breaker.ts';
import {
  type Attempt,
  type DeliveryStatus,
  decideDelivery,
  RETRY_AFTER_MS_MAX,
} from '../domain/delivery.ts';
import type { Endpoint } from '../domain/endpoint.ts';
import { type DueDelivery, listDue, type Made, saveAttempts } from '../store/deliveries.ts';
import { disableEndpoint, findEndpoint, listSecrets } from '../store/endpoints.ts';
import { listPayloads } from '../store/events.ts';
import { closeLane, endTurn, type Lane, lockLane } from '../store/lanes.ts';
import type { WebhooksTables } from '../store/schema.ts';
import type { Send } from './make-sender.ts';
import { signedHeaders } from './sign.ts';

/** How hard and how often an endpoint is called. */
export interface Pace {
  /** Deliveries in one turn. */
  readonly turnMax: number;
  /** At once to one endpoint. */
  readonly atOnce: number;
  /** After this no other delivery of the turn is begun. */
  readonly turnMs: number;
  readonly retryDelaysMs: readonly number[];
  /** For how long an endpoint that fails again and again is first left alone. */
  readonly firstPauseMs: number;
}

export interface LaneDeps {
  readonly db: Kysely<WebhooksTables>;
  readonly send: Send;
  readonly now: () => Date;
  readonly measure: (status: DeliveryStatus) => void;
  readonly pace: Pace;
  /** Begins no other delivery once it is aborted. */
  readonly stopping: AbortSignal;
}

/** One turn for an endpoint: makes some of what is due, and writes down what came of it. */
export async function workLane(deps: LaneDeps, lane: Lane): Promise<void> {
  const { db, pace, now } = deps;
  const { endpointId, failures } = lane;
  const endpoint = await findEndpoint(db, { id: endpointId, span: 'everything' });
  if (endpoint?.status !== 'enabled') {
    await db.transaction().execute((tx) => closeLane(tx, endpointId));
    return;
  }
  // One that fails again and again is tried by a single delivery.
  const due = await listDue(db, endpointId, failures < FAILURES_MAX ? pace.turnMax : 1);
  const made = await makeDeliveries(deps, endpoint, due, failures);
  const isGone = made.some(({ verdict }) => verdict.isGone);
  await db.transaction().execute(async (tx) => {
    if (isGone) await disableEndpoint(tx, endpointId, 'it answered 410 Gone', now());
    // In this order, so that whoever adds deliveries waits and then calls the lane again.
    await lockLane(tx, endpointId);
    await saveAttempts(tx, made);
    if (isGone) await closeLane(tx, endpointId);
    else await endTurn(tx, endpointId, standingAfter(failures, made, pace));
  });
  for (const { verdict } of made) deps.measure(verdict.status);
}

/** An endpoint that fails again and again, or asks for it, is left alone. */
function standingAfter(failures: number, made: readonly Made[], pace: Pace): Standing {
  const successes = made.map(({ verdict }) => verdict.status === 'delivered');
  const standing = decideStanding(failures, successes, pace.firstPauseMs);
  const asked = made.filter(({ attempt }) => attempt.retryAfterMs > 0);
  const askedMs = asked.map(({ attempt }) => Math.min(attempt.retryAfterMs, RETRY_AFTER_MS_MAX));
  return { ...standing, pauseMs: Math.max(standing.pauseMs, ...askedMs) };
}

/** Several at once, but those about one object one after the other. */
async function makeDeliveries(
  deps: LaneDeps,
  endpoint: Endpoint,
  due: readonly DueDelivery[],
  failures: number,
): Promise<readonly Made[]> {
  const { db, pace, stopping } = deps;
  if (due.length === 0) return [];
  const logged = due.filter(({ testEvent }) => testEvent === null);
  const payloads = await listPayloads(
    db,
    logged.map(({ eventId }) => eventId),
  );
  const secrets = await listSecrets(db, endpoint.id, deps.now());
  const endsAt = performance.now() + pace.turnMs;
  const chains = Map.groupBy(due, ({ id, aggregateId }) => aggregateId ?? id).values();
  const made: Made[] = [];
  // Not each of its deliveries has to wait in vain to learn that nobody answers.
  const isFailing = () => standingAfter(failures, made, pace).failures >= FAILURES_MAX;
  const isOver = () => stopping.aborted || performance.now() > endsAt;
  const work = async (): Promise<void> => {
    for (const chain of chains) {
      for (const delivery of chain) {
        if (isOver() || (made.length > 0 && isFailing())) return;
        const payload = delivery.testEvent ?? payloads.get(delivery.eventId);
        const attempt = await attemptOne(deps, endpoint.url, secrets, delivery, payload);
        const attempts = delivery.attempts + 1;
        const verdict = decideDelivery(attempts, attempt, Math.random(), pace.retryDelaysMs);
        made.push({ delivery, attempt, verdict });
      }
    }
  };
  await Promise.all(Array.from({ length: pace.atOnce }, work));
  return made;
}

function attemptOne(
  { send, now }: LaneDeps,
  url: string,
  secrets: readonly Buffer[],
  { eventId }: DueDelivery,
  payload: object | undefined,
): Promise<Attempt> {
  if (!payload) throw new Error(`event ${eventId} is to be delivered, but is not in the log`);
  const body = JSON.stringify(payload);
  const id = toPublicId('event', eventId);
  return send({ url, headers: signedHeaders(secrets, { id, body, at: now() }), body });
}
