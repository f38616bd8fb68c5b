import { COUNTED_MAX } from '@florin/database';
import type { Metrics } from '@florin/service';
import { sql } from 'kysely';
import { Counter, Gauge } from 'prom-client';
import type { DeliveryResult } from '../domain/retries.ts';
import type { Db } from '../schema.ts';

type Outcome = DeliveryResult['outcome'];

const OUTCOMES: readonly Outcome[] = ['sent', 'dropped', 'refused', 'again'];

/**
 * Adds metrics of waiting email, read at each scrape.
 * @returns a counter of attempts by outcome
 */
export function addMailMetrics(
  { registry, addReading }: Metrics,
  db: Db,
): (outcome: Outcome) => void {
  const registers = [registry];
  const waiting = new Gauge({
    name: 'florin_mail_waiting',
    help: 'Mails waiting to be sent, counted up to 100000.',
    registers,
  });
  const oldest = new Gauge({
    name: 'florin_mail_oldest_seconds',
    help: 'Age in seconds of the oldest mail waiting to be sent; 0 if none waits.',
    registers,
  });
  const overdue = new Gauge({
    name: 'florin_mail_overdue_seconds',
    help: 'Seconds that the oldest interactive mail (codes, links) is overdue; 0 if none waits.',
    registers,
  });
  addReading({
    gauges: [waiting, oldest, overdue],
    async read() {
      const measure = await measureMail(db);
      waiting.set(measure.waiting);
      oldest.set(measure.oldestSeconds);
      overdue.set(measure.overdueSeconds);
    },
  });
  const attempts = new Counter({
    name: 'florin_mail_attempts_total',
    help: 'Attempts to send a mail, by outcome: refused is final, again is retried.',
    labelNames: ['outcome'],
    registers,
  });
  for (const outcome of OUTCOMES) attempts.inc({ outcome }, 0);
  return (outcome) => attempts.inc({ outcome });
}

export interface MailMeasure {
  /** Counted up to COUNTED_MAX. */
  readonly waiting: number;
  readonly oldestSeconds: number;
  /** Only interactive mail: other mail may wait for the hourly limit of its account. */
  readonly overdueSeconds: number;
}

export async function measureMail(db: Db): Promise<MailMeasure> {
  const { rows } = await sql<{ waiting: bigint; oldest: number | null; overdue: number | null }>`
    select count(*) as waiting, extract(epoch from now() - min(created_at))::float8 as oldest,
           (select extract(epoch from now() - min(due_at))::float8 from messages
             where queue = 'interactive' and status = 'waiting' and due_at <= now()) as overdue
      from (select created_at from messages where status = 'waiting' limit ${COUNTED_MAX}) waiting`.execute(
    db,
  );
  const [row] = rows;
  return {
    waiting: Number(row?.waiting ?? 0n),
    oldestSeconds: row?.oldest ?? 0,
    overdueSeconds: row?.overdue ?? 0,
  };
}
