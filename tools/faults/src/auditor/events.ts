import { setTimeout as pause } from 'node:timers/promises';
import type { Florin } from '../florin/start-florin.ts';
import { findFlaw, type Step } from './histories.ts';

export interface EventFlaws {
  /** What is in an outbox and has no row in the log of webhooks, nor in that of the audit alone. */
  readonly missing: readonly string[];
  /** Accounts whose public numbers have gaps, and inbox rows without their event. */
  readonly disorder: readonly string[];
  /** Transactions whose history is no legal one. */
  readonly histories: readonly string[];
}

export const PRODUCERS = ['identity', 'accounts', 'ledger', 'billing'] as const;

const MISSING = PRODUCERS.map(
  (service) => `
  select o.event_id as id from ${service}.outbox o
    left join webhooks.events e on e.id = o.event_id
    left join webhooks.inbox i on i.event_id = o.event_id
    left join webhooks.audited_operations a on a.id = o.event_id
   where coalesce(e.id, a.id) is null or i.event_id is null or o.published_at is null`,
).join(' union all ');

const DISORDER = `
  select account_id::text as id from webhooks.events where account_id is not null
   group by account_id having count(*) <> max(sequence) or count(distinct sequence) <> max(sequence)
  union all
  select event_id::text from webhooks.inbox i
   where not exists (select from webhooks.events e where e.id = i.event_id)
     and not exists (select from webhooks.audited_operations a where a.id = i.event_id)
  union all
  select position::text from webhooks.parked_events`;

const STEPS = `
  select aggregate_id as id,
         json_agg(json_build_object('sequence', aggregate_sequence, 'type', type,
                    'status', body::json->'data'->'object'->>'status')
                  order by aggregate_sequence) as steps
    from ledger.outbox where type like 'transaction.%' group by aggregate_id`;

/** How long is waited until what was written is published. */
export interface Drain {
  readonly msMax: number;
  /** Given up earlier when nothing has come for so long. */
  readonly stillMsMax: number;
}

/** Waits until what was written is published, and looks for what is missing or in disorder. */
export async function findEventFlaws(
  { sql }: Florin,
  { msMax, stillMsMax }: Drain,
): Promise<EventFlaws> {
  const endsAt = performance.now() + msMax;
  let missing = await sql<{ id: string }>(MISSING);
  let changedAt = performance.now();
  while (missing.length > 0 && performance.now() < Math.min(endsAt, changedAt + stillMsMax)) {
    await pause(200);
    const left = await sql<{ id: string }>(MISSING);
    if (left.length !== missing.length) changedAt = performance.now();
    missing = left;
  }
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
