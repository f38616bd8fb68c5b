import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { publisherNames, toPublicId, type Uuid } from '@florin/contracts';
import { Client } from 'pg';
import type { NatsWatch } from './read-nats.ts';
import type { Delivered } from './receiver.ts';

const launcher = join(import.meta.dirname, '../../../cli/src/main.ts');

const POLL_MS = 200;
/** Work that is unfinished by then is lost. */
const DRAIN_SECONDS_MAX = 120;

/** Lost or superfluous work; a sound Florin has 0 of each. */
export interface Lost {
  /** Work still pending when the wait ended. */
  readonly undone: number;
  /** Violations in the books, found by the project's own audit. */
  readonly violations: number;
  readonly renewalsNotChargedOnce: number;
  /** Written by a service, but missing in the log of webhooks. */
  readonly events: number;
  readonly deadLetters: number;
  readonly deliveriesMissing: number;
  /** Received without being expected. */
  readonly deliveriesTooMany: number;
  readonly deliveriesUnsigned: number;
}

/** The amount of work that could be lost. */
export interface Kept {
  readonly renewals: number;
  readonly events: number;
  readonly deliveries: number;
  /** Repeated deliveries, which are allowed. */
  readonly deliveriesAgain: number;
  readonly drainSeconds: number;
}

export interface Found {
  readonly lost: Lost;
  readonly kept: Kept;
}

/** A webhook endpoint in Florin. */
export interface Endpoint {
  readonly accountId: Uuid;
}

export interface Search {
  readonly databaseUrl: string;
  readonly dataDir: string;
  readonly nats: NatsWatch;
  /** Number of these subscriptions that were due for one charge each. */
  readonly renewals: number;
  readonly subscriptionIds: readonly Uuid[];
  /** In the order of `delivered`. */
  readonly endpoints: readonly Endpoint[];
  /** The last event before the endpoints existed. */
  readonly eventsFrom: number;
  readonly delivered: readonly Delivered[];
  readonly signal: AbortSignal;
}

/** Manual holds are never captured here, so they are not pending. */
const WAITING = `
  select (select count(*) from ledger.transactions
           where status = 'pending' and due_at <= now() + interval '1 minute')
       + (select count(*) from billing.subscriptions
           where is_charging or due_at <= clock_timestamp())
       + (select count(*) from webhooks.deliveries where status = 'pending')
       + ${publisherNames
         .map(
           (
             service,
           ) => `(select count(*) from ${service}.outgoing_events o, ${service}.outbox_cursor c
           where o.position > c.position)`,
         )
         .join('\n       + ')} as count`;

const EVENTS = publisherNames
  .map((service) => `select event_id from ${service}.outgoing_events`)
  .join(' union all ');
const MISSING = `
  select count(*) from (${EVENTS}) o
    left join webhooks.events e on e.id = o.event_id
    left join webhooks.audited_operations a on a.id = o.event_id
   where e.id is null and a.id is null`;

/** Each has one invoice by now, paid by one payment. */
const CHARGED_ONCE = `
  select count(*) from (
    select i.subscription_id from billing.invoices i
     where i.subscription_id = any($1)
     group by 1
    having count(*) = 1 and bool_and(i.status = 'paid')
       and sum((select count(*) from ledger.transactions t
                 where t.id = i.transaction_id and t.status = 'succeeded')) = 1) charged`;
const CHARGES = `
  select count(*) from (select reference from ledger.transactions
    where reference like 'inv\\_%' group by 1 having count(*) > 1) twice`;

const PUBLISHED = `
  select account_id as "accountId", array_agg(id::text) as ids from webhooks.events
   where account_id = any($1::uuid[]) and position > $2 group by 1`;

/** Waits until no work is pending, and looks for losses. */
export async function findLost(search: Search): Promise<Found> {
  const client = new Client({ connectionString: search.databaseUrl });
  await client.connect();
  const count = async (text: string, values: unknown[] = []) => {
    const { rows } = await client.query<{ count: string }>(text, values);
    return Number(rows[0]?.count ?? Number.NaN);
  };
  try {
    const { undone, drainSeconds } = await drain(search, () => count(WAITING));
    const published = await client.query<{ accountId: Uuid; ids: Uuid[] }>(PUBLISHED, [
      search.endpoints.map(({ accountId }) => accountId),
      search.eventsFrom,
    ]);
    const expected = new Map(published.rows.map(({ accountId, ids }) => [accountId, ids]));
    const deliveries = compareDeliveries(search.endpoints, expected, search.delivered);
    const once = await count(CHARGED_ONCE, [search.subscriptionIds]);
    return {
      lost: {
        undone,
        violations: await audit(search),
        renewalsNotChargedOnce: search.renewals - once + (await count(CHARGES)),
        events: await count(MISSING),
        deadLetters:
          (await count('select count(*) from webhooks.dead_letters')) +
          (await count('select count(*) from billing.dead_letters')),
        deliveriesMissing: deliveries.missing,
        deliveriesTooMany: deliveries.tooMany,
        deliveriesUnsigned: deliveries.unsigned,
      },
      kept: {
        renewals: once,
        events: await count(`select count(*) from (${EVENTS}) o`),
        deliveries: deliveries.received,
        deliveriesAgain: deliveries.again,
        drainSeconds,
      },
    };
  } finally {
    await client.end();
  }
}

async function drain({ nats, signal }: Search, countWaiting: () => Promise<number>) {
  const startedAtMs = performance.now();
  const passed = () => (performance.now() - startedAtMs) / 1_000;
  const countAll = async () => (await countWaiting()) + (await nats.countUnhandled());
  let undone = await countAll();
  while (undone > 0 && passed() < DRAIN_SECONDS_MAX) {
    await sleep(POLL_MS, undefined, { signal });
    undone = await countAll();
  }
  return { undone, drainSeconds: passed() };
}

/** Compares the expected and received events of each endpoint. */
export function compareDeliveries(
  endpoints: readonly Endpoint[],
  expected: ReadonlyMap<Uuid, readonly Uuid[]>,
  delivered: readonly Delivered[],
) {
  const found = { received: 0, missing: 0, tooMany: 0, unsigned: 0, again: 0 };
  for (const [index, { accountId }] of endpoints.entries()) {
    const { ids, unsigned, again } = delivered[index] ?? { ids: new Set(), unsigned: 0, again: 0 };
    const wanted = new Set(expected.get(accountId)?.map((id) => toPublicId('event', id)));
    found.received += ids.size;
    found.missing += [...wanted].filter((id) => !ids.has(id)).length;
    found.tooMany += [...ids].filter((id) => !wanted.has(id)).length;
    found.unsigned += unsigned;
    found.again += again;
  }
  return found;
}

/** Number of violations in the books. The audit exits with 1 if there are any. */
async function audit({ databaseUrl, dataDir, signal }: Search): Promise<number> {
  const env = { PATH: process.env.PATH, DATABASE_URL: databaseUrl, FLORIN_DATA_DIR: dataDir };
  const said = await new Promise<string>((resolve) => {
    execFile(process.execPath, [launcher, 'audit'], { env, signal }, (_, stdout, stderr) =>
      resolve(`${stdout}\n${stderr}`),
    );
  });
  signal.throwIfAborted();
  if (/^no violation$/m.test(said)) return 0;
  const count = /^(\d+) violations;/m.exec(said)?.[1];
  if (count === undefined) throw new Error(`the books could not be audited:\n${said}`);
  return Number(count);
}
