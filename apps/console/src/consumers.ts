import type { DomainEvent } from '@florin/contracts';
import type { Transaction } from 'kysely';
import type { ConsoleTables } from './schema.ts';
import { saveFound } from './search/keep.ts';
import { newestOf } from './search/model.ts';

/** Handles whatever happens: keeps what can be found of it, together with the events. */
export async function onEvents(
  tx: Transaction<ConsoleTables>,
  events: readonly DomainEvent[],
): Promise<void> {
  await saveFound(tx, newestOf(events));
}
