import { setTimeout as pause } from 'node:timers/promises';
import type { AuditedFlorin } from '../florin/start-florin.ts';
import { findFlaw, type Step } from './histories.ts';
import { PRODUCERS } from './producers.ts';
import { openUnhandled } from './unhandled.ts';

export interface EventFlaws {
  /** Events in an outbox without a row in the log of webhooks or of the audit. */
  readonly missing: readonly string[];
  /** Accounts with gaps in their public numbers, and dead letters. */
  readonly disorder: readonly string[];
  /** Transactions with an impossible history. */
  readonly histories: readonly string[];
}

const MISSING = PRODUCERS.map(
  (service) => `
  select o.event_id as id from ${service}.outbox o
    left join webhooks.events e on e.id = o.event_id
    left join webhooks.audited_operations a on a.id = o.event_id
   where coalesce(e.id, a.id) is null or o.published_at is null`,
).join(' union all ');

const DISORDER = `
  select account_id::text as id from webhooks.events where account_id is not null
   group by account_id having count(*) <> max(sequence) or count(distinct sequence) <> max(sequence)
  union all
  select position::text from webhooks.dead_letters`;

const STEPS = `
  select aggregate_id as id,
         json_agg(json_build_object('sequence', aggregate_sequence, 'type', type,
                    'status', body::json->'data'->'object'->>'status')
                  order by aggregate_sequence) as steps
    from ledger.outbox where type like 'transaction.%' group by aggregate_id`;

/** The wait for written events to be published. */
export interface Drain {
  readonly msMax: number;
  /** The wait ends early when no event has arrived for this long. */
  readonly stillMsMax: number;
}

/**
 * Waits until all written events are published and handled, then looks for missing or misordered
 * events.
 */
export async function findEventFlaws(florin: AuditedFlorin, drain: Drain): Promise<EventFlaws> {
  const { sql } = florin;
  const missing = await drainMissing(florin, drain);
  const disorder = await sql<{ id: string }>(DISORDER);
  const stories = await sql<{ id: string; steps: Step[] }>(STEPS);
  return {
    missing: missing.map(({ id }) => id),
    disorder: disorder.map(({ id }) => id),
    histories: stories.flatMap(({ id, steps }) => {
      const flaw = findFlaw(steps);
      return flaw === undefined ? [] : [`${id}: ${flaw}`];
    }),
  };
}

async function drainMissing({ sql, natsUrl }: AuditedFlorin, { msMax, stillMsMax }: Drain) {
  const unhandled = await openUnhandled({ natsUrl });
  const look = async () => ({
    unhandled: await unhandled.count(),
    missing: await sql<{ id: string }>(MISSING),
  });
  const endsAt = performance.now() + msMax;
  let left = await look();
  let changedAt = performance.now();
  while (left.missing.length + left.unhandled > 0) {
    if (performance.now() > Math.min(endsAt, changedAt + stillMsMax)) break;
    await pause(200);
    const next = await look();
    const isSame = next.missing.length === left.missing.length && next.unhandled === left.unhandled;
    if (!isSame) changedAt = performance.now();
    left = next;
  }
  await unhandled.close();
  return left.missing;
}
