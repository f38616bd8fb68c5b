import type { DomainEvent } from '@florin/contracts';
import type { Transaction } from 'kysely';
import { countEvents } from './digests/digest.ts';
import { addToDay } from './digests/queries.ts';
import { insertLetters } from './outgoing/queries.ts';
import { lettersFor } from './rules/decide.ts';
import { readEvent } from './rules/read-event.ts';
import type { MailTables } from './schema.ts';

/** Handles whatever somebody may have to hear of: keeps who hears what, together with the event. */
export async function onEvents(
  tx: Transaction<MailTables>,
  events: readonly DomainEvent[],
): Promise<void> {
  await addToDay(tx, countEvents(events));
  const told = events.flatMap((event) => readEvent(event) ?? []);
  await insertLetters(tx, told.flatMap(lettersFor));
}
