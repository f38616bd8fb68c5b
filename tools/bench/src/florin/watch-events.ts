import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';

const POLL_MS = 100;
/** Far beyond the bound; the next measurement must start. */
const WAIT_SECONDS_MAX = 30;

export interface EventWatch {
  /** The database's clock. */
  now(): Promise<Date>;
  /** Seconds until all payments have settled and all events have reached their consumer. */
  untilDone(signal: AbortSignal): Promise<number>;
  /**
   * 99th percentile in milliseconds between an event's time and its consumer's, for events since
   * then.
   */
  lagOf(since: Date, until: Date): Promise<number>;
  close(): Promise<void>;
}

/**
 * No payment waits for its settlement, no event for the relay, and webhooks has stored the last
 * events.
 */
const IS_DONE = `
  select not exists (select from ledger.transactions where status = 'pending')
     and not exists (select from ledger.outbox where published_at is null)
     and not exists (select from billing.outbox where published_at is null)
     and not exists (
       select from ((select event_id from ledger.outbox order by position desc limit 1000) union all
                    (select event_id from billing.outbox order by position desc limit 1000)) o
        where not exists (select from webhooks.events e where e.id = o.event_id)
          and not exists (select from webhooks.audited_operations a where a.id = o.event_id)
     ) as is_done`;

/**
 * An event has the time of its decision, some milliseconds before the commit; webhooks' row has the
 * time of its own transaction. Both come from the database's clock.
 */
const LAG = `
  select percentile_disc(0.99) within group (
           order by extract(epoch from received_at - created_at) * 1000)::float as ms
    from webhooks.events
   where created_at between $1 and $2 and type like 'transaction.%'`;

export async function watchEvents(databaseUrl: string): Promise<EventWatch> {
  const postgres = new Client({ connectionString: databaseUrl });
  await postgres.connect();
  return {
    async now() {
      const { rows } = await postgres.query<{ now: Date }>('select clock_timestamp() as now');
      return rows[0]?.now ?? new Date();
    },
    async untilDone(signal) {
      const startedAt = performance.now();
      const seconds = () => (performance.now() - startedAt) / 1_000;
      while (seconds() < WAIT_SECONDS_MAX) {
        const { rows } = await postgres.query<{ is_done: boolean }>(IS_DONE);
        if (rows[0]?.is_done) break;
        await sleep(POLL_MS, undefined, { signal });
      }
      return seconds();
    },
    async lagOf(since, until) {
      const { rows } = await postgres.query<{ ms: number | null }>(LAG, [since, until]);
      return rows[0]?.ms ?? Number.NaN;
    },
    close: () => postgres.end(),
  };
}
