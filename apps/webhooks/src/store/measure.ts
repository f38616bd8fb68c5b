import { type Kysely, sql } from 'kysely';
import type { WebhooksTables } from './schema.ts';

/** Counting stops here: whoever looks knows enough, and the query stays short. */
const COUNTED_MAX = 100_000;

export interface DeliveriesMeasure {
  /** Counted up to COUNTED_MAX. */
  readonly pending: number;
  /** Since when an endpoint is due that nobody works for, in seconds; 0 without any. */
  readonly lagSeconds: number;
}

export async function measureDeliveries(db: Kysely<WebhooksTables>): Promise<DeliveriesMeasure> {
  const { rows } = await sql<{ pending: bigint; lag: number | null }>`
    select (select count(*) from (
              select from deliveries where status = 'pending' limit ${COUNTED_MAX}) waiting) pending,
           (select extract(epoch from now() - min(greatest(due_at, leased_until)))::float8
              from lanes
             where due_at <= now() and (leased_until is null or leased_until < now())) lag`.execute(
    db,
  );
  return { pending: Number(rows[0]?.pending ?? 0n), lagSeconds: rows[0]?.lag ?? 0 };
}
