import { type DomainEvent, eventSchema } from '@florin/contracts';
import type { World } from './start-billing.ts';

/** The events of an account, in order. */
export async function eventsOf(world: World, accountId: string): Promise<DomainEvent[]> {
  const rows = await world.query<{ body: string }>(
    "select body from billing.outbox where body::jsonb ->> 'account_id' = $1 order by position",
    [accountId],
  );
  return rows.map((row) => eventSchema.parse(JSON.parse(row.body)));
}
