import { customersOf, type DomainEvent, redactEvents } from '@florin/contracts';
import { findErased } from '@florin/database';
import type { Transaction } from 'kysely';
import { movedIn, recurringIn } from './domain/reports.ts';
import { newestOf } from './domain/search.ts';
import { addMoney, saveRecurring } from './reports/keep.ts';
import type { ConsoleTables } from './schema.ts';
import { eraseFound } from './search/erase.ts';
import { findKnown, saveFound } from './search/keep.ts';

/**
 * Indexes events and adds them to reports in one transaction. Each object stores the number of its
 * newest event, so no inbox is needed.
 */
export async function onEvents(
  tx: Transaction<ConsoleTables>,
  received: readonly DomainEvent[],
): Promise<void> {
  await eraseFound(tx, received);
  const erased = await findErased(tx, customersOf(received));
  const events = redactEvents(received, (customerId) => erased.has(customerId));
  const ids = [...new Set(events.map((event) => event.aggregate_id))];
  const known = await findKnown(tx, ids);
  const isNew = ({ aggregate_id: id, aggregate_sequence: sequence }: DomainEvent) =>
    sequence > (known.get(id)?.sequence ?? 0n);
  const fresh = events.filter(isNew);
  await saveFound(tx, known, newestOf(fresh));
  await addMoney(tx, movedIn(fresh));
  await saveRecurring(tx, recurringIn(fresh));
}
