import { setTimeout as pause } from 'node:timers/promises';
import { newId, type Uuid } from '@florin/contracts';
import { addToOutbox } from '@florin/database';
import type { Sql } from '@florin/system-kit';
import { within } from '@florin/system-kit';
import { sql as statement } from 'kysely';
import { variant } from '../../florin/variants.ts';
import type { LiveRow, LiveRun } from '../../row.ts';
import { eventOf, openOutbox } from './outbox.ts';

const WRITERS = 12;
const THINGS = 8;
const DELAY_MS_MAX = 20;
const ROLLED_BACK = 0.05;
const DRAIN_MS_MAX = { sound: 60_000, control: 3_000 };

export const lateCommits: LiveRow = {
  id: 'F7',
  fault:
    '12 writers commit after random delays, in a different order than their outbox positions; 5 % roll back',
  holds: 'No event is skipped, and events of one object stay in order',
  control: 'a ledger that publishes from a cursor on',
  figures: ['events missing', 'out of order', 'published though rolled back'],
  broken: variant({
    app: 'ledger',
    module: () => import('../../../../../packages/events/src/publishing/relay.ts'),
    by: () => import('../../broken/ledger/relays-by-cursor.ts'),
  }),
  florin: {},

  async run(run) {
    const { florin, isControl, count } = run;
    const { sql } = florin;
    const turns = count({ short: 100, full: 1_000, control: 400 });
    await sql('create table if not exists ledger.faults_things (id uuid primary key, version int)');
    const things = Array.from({ length: THINGS }, newId);
    await sql('insert into ledger.faults_things select unnest($1::uuid[]), 0', [things]);
    const { committed, rolledBack } = await writeAll(run, things, turns);
    const isDelivered = async () => (await countDelivered(sql, committed)) === committed.length;
    await within(DRAIN_MS_MAX[isControl ? 'control' : 'sound'], isDelivered);
    return {
      violations: {
        'events missing': committed.length - (await countDelivered(sql, committed)),
        'out of order': await countDisorder(sql, things),
        'published though rolled back': await countDelivered(sql, rolledBack),
      },
      details: [],
      of: `${committed.length} events, ${rolledBack.length} rolled back`,
    };
  },
};

async function writeAll(run: LiveRun, things: readonly Uuid[], turns: number) {
  const outbox = openOutbox(run.florin);
  const accountId = newId();
  const committed: Uuid[] = [];
  const rolledBack: Uuid[] = [];
  const write = async () => {
    for (let turn = 0; turn < turns; turn += 1) {
      const fate = {
        thing: run.random.pick(things),
        delayMs: run.random.below(DELAY_MS_MAX),
        isRolledBack: run.random.below(100) < 100 * ROLLED_BACK,
      };
      const id = await change(outbox, accountId, fate);
      (fate.isRolledBack ? rolledBack : committed).push(id);
      run.progress(committed.length + rolledBack.length, turns * WRITERS);
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, write));
  await outbox.close();
  return { committed, rolledBack };
}

interface Fate {
  readonly thing: Uuid;
  readonly delayMs: number;
  readonly isRolledBack: boolean;
}

/** Changes an object under its row lock, with an event; returns the event's id. */
async function change(
  { db }: ReturnType<typeof openOutbox>,
  accountId: Uuid,
  { thing, delayMs, isRolledBack }: Fate,
): Promise<Uuid> {
  const rollBack = new Error('rolled back');
  let id: Uuid | undefined;
  try {
    await db.transaction().execute(async (tx) => {
      const { rows } = await statement<{ version: number }>`
        update faults_things set version = version + 1 where id = ${thing}
        returning version`.execute(tx);
      const event = eventOf(thing, rows[0]?.version ?? 0, accountId);
      id = event.id;
      await addToOutbox(tx, [event]);
      await pause(delayMs);
      if (isRolledBack) throw rollBack;
    });
  } catch (error) {
    if (error !== rollBack) throw error;
  }
  if (id === undefined) throw new Error('nothing was written');
  return id;
}

async function countDelivered(sql: Sql, ids: readonly Uuid[]): Promise<number> {
  const [row] = await sql<{ count: bigint }>(
    'select count(*) from webhooks.events where id = any($1::uuid[])',
    [ids],
  );
  return Number(row?.count ?? 0n);
}

/** Number of events that come after a later one of their object. */
async function countDisorder(sql: Sql, things: readonly Uuid[]): Promise<number> {
  const [row] = await sql<{ count: bigint }>(
    `select count(*) from (
       select version < max(version) over (partition by aggregate_id order by position) as is_late
         from (select aggregate_id, position, (data::json->'object'->>'version')::int as version
                 from webhooks.events where aggregate_id = any($1::uuid[])) delivered) judged
      where is_late`,
    [things],
  );
  return Number(row?.count ?? 0n);
}
