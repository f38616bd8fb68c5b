import type { EventType } from '@florin/contracts';
import { eventsOf } from '../events.ts';
import { type Transaction, toResource } from './model.ts';

/** The event of a change to a transaction. */
export const toEvent = eventsOf(toResource, typeOf);

function typeOf(before: Transaction | undefined, after: Transaction): EventType {
  if (!before) return 'transaction.created';
  if (before.status === after.status || after.status === 'pending') return 'transaction.updated';
  return `transaction.${after.status}`;
}
