import { setTimeout as pause } from 'node:timers/promises';
import { type DomainEvent, newId, type Uuid } from '@florin/contracts';
import { addToOutbox } from '@florin/database';
import type { Sql } from '@florin/system-kit';
import { within } from '@florin/system-kit';
import { quantile, watchLags } from '../../auditor/lags.ts';
import { variant } from '../../florin/variants.ts';
import type { LiveRow, LiveRun } from '../../row.ts';
import { eventOf, openOutbox } from './outbox.ts';

const ONE_IN = 1_000;
/** About 250 events a second. */
const AT_ONCE = 5;
const PAUSE_MS = 20;
/** The promise is 1 s; the rest is slack for load. */
const P99_MS_MAX = 3_000;
const DEPTH = 20_000;
const DRAIN_MS_MAX = { sound: 30_000, control: 3_000 };

export const poison: LiveRow = {
  id: 'F8',
  fault:
    'One event in 1000 cannot be stored by its consumer; later events of the same object follow',
  holds:
    'The event becomes a dead letter, and its object waits; 99 % of the others arrive within 1 s (3 s on a busy machine)',
  control: 'webhooks never gives up on an event',
  figures: ['others missing', 'others dead letters', 'no dead letter', 'p99 late'],
  broken: variant({
    app: 'webhooks',
    module: () => import('../../../../../apps/webhooks/src/consumers.ts'),
    by: () => import('../../broken/webhooks/never-gives-up.ts'),
  }),
  florin: {},

  async run(run) {
    const { sql } = run.florin;
    const lags = await watchLags(sql);
    const { others, stuck } = await writeAll(
      run,
      run.count({ short: 2_000, full: 30_000, control: 1_000 }),
    );
    const isDone = async () =>
      (await listDelivered(sql, others)).length === others.length &&
      (await listDeadLetters(sql, stuck)).length === stuck.length;
    await within(DRAIN_MS_MAX[run.isControl ? 'control' : 'sound'], isDone);
    const known = new Set<string>(others);
    const ms = (await lags.stop()).filter(({ id }) => known.has(id)).map((lag) => lag.ms);
    const p99 = quantile(ms, 0.99);
    return {
      violations: {
        'others missing': others.length - (await listDelivered(sql, others)).length,
        'others dead letters': (await listDeadLetters(sql, others)).length,
        'no dead letter': stuck.length - (await listDeadLetters(sql, stuck)).length,
        'p99 late': p99 > P99_MS_MAX ? 1 : 0,
      },
      details: [],
      of: `${others.length} others, ${stuck.length} poisoned or behind one; the others' p50 ${Math.round(quantile(ms, 0.5))} ms, p99 ${Math.round(p99)} ms`,
    };
  },
};

/**
 * Writes events at a steady pace, one poisoned in each thousand and then another one of its object.
 */
async function writeAll(run: LiveRun, count: number) {
  const { db, close } = openOutbox(run.florin);
  const accountId = newId();
  const others: Uuid[] = [];
  const stuck: Uuid[] = [];
  let behind: DomainEvent | undefined;
  for (let written = 0; written < count; written += AT_ONCE) {
    const events = Array.from({ length: AT_ONCE }, () => eventOf(newId(), 1, accountId));
    others.push(...events.map(({ id }) => id));
    if (written % ONE_IN === ONE_IN / 2) {
      const bad = eventOf(newId(), 1, accountId);
      await insertBottomless(run.florin.sql, bad);
      behind = eventOf(bad.aggregate_id, 2, accountId);
      stuck.push(bad.id, behind.id);
    } else if (behind) {
      events.push(behind);
      behind = undefined;
    }
    await db.transaction().execute((tx) => addToOutbox(tx, events));
    run.progress(written, count);
    await pause(PAUSE_MS);
  }
  await close();
  return { others, stuck };
}

/** Nested so deeply that it can be neither serialized nor inserted like other events. */
async function insertBottomless(sql: Sql, event: DomainEvent): Promise<void> {
  const depths = `{"object":{"deep":${'['.repeat(DEPTH)}${']'.repeat(DEPTH)}}}`;
  const body = JSON.stringify({ ...event, data: 0 }).replace('"data":0', `"data":${depths}`);
  await sql(
    `insert into ledger.outgoing_events (event_id, aggregate_id, aggregate_sequence, type, body)
     values ($1, $2, $3, $4, $5)`,
    [event.id, event.aggregate_id, event.aggregate_sequence, event.type, body],
  );
}

async function listDelivered(sql: Sql, ids: readonly Uuid[]) {
  return sql('select id from webhooks.events where id = any($1::uuid[])', [ids]);
}

async function listDeadLetters(sql: Sql, ids: readonly Uuid[]) {
  return sql('select event_id from webhooks.dead_letters where event_id = any($1::uuid[])', [ids]);
}
