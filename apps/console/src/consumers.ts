import type { DomainEvent } from '@florin/contracts';
import type { Transaction } from 'kysely';
import { addMoney, saveRecurring } from './reports/keep.ts';
import { movedIn, recurringIn } from './reports/model.ts';
import type { ConsoleTables } from './schema.ts';
import { saveFound } from './search/keep.ts';
import { newestOf } from './search/model.ts';

/** Handles whatever happens: keeps what can be found of it and what it adds up to, together with the events. */
export async function onEvents(
  tx: Transaction<ConsoleTables>,
  events: readonly DomainEvent[],
): Promise<void> {
  await saveFound(tx, newestOf(events));
  await addMoney(tx, movedIn(events));
  await saveRecurring(tx, recurringIn(events));
}
