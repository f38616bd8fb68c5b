import {
  CUSTOMER_ANONYMIZED,
  customerOf,
  customersOf,
  type DomainEvent,
  parsePublicId,
  USER_ANONYMIZED,
  type Uuid,
} from '@florin/contracts';
import { findErased } from '@florin/database';
import type { Transaction } from 'kysely';
import { insertMessages } from './delivery/queries.ts';
import { COUNTED, countEvents } from './digests/digest.ts';
import { addToDay } from './digests/queries.ts';
import { type Message, triggerTypes } from './domain/mail.ts';
import { messagesFor } from './domain/receivers.ts';
import { eraseMails } from './erasures/redact-mails.ts';
import { readEvent } from './events/read-event.ts';
import type { MailTables } from './schema.ts';

/** Event types that cause an email or are counted; the many others are not stored. */
export const handledTypes: ReadonlySet<string> = new Set([
  ...COUNTED,
  ...Object.keys(triggerTypes),
  CUSTOMER_ANONYMIZED,
  USER_ANONYMIZED,
]);

/** Stores the emails that events cause, in the same transaction. */
export async function onEvents(
  tx: Transaction<MailTables>,
  events: readonly DomainEvent[],
): Promise<void> {
  await eraseMails(tx, events);
  const erased = await findErased(tx, customersOf(events));
  await addToDay(tx, countEvents(events));
  const messages = events.flatMap((event) => {
    const customerId = customerOf(event.data.object);
    if (customerId !== undefined && erased.has(customerId)) return [];
    const trigger = readEvent(event);
    return trigger
      ? messagesFor(trigger).map((message) => ({ ...message, about: aboutOf(event, message) }))
      : [];
  });
  await insertMessages(tx, messages);
}

/** IDs of the objects an email is about. */
function aboutOf({ aggregate_id, data }: DomainEvent, { values }: Message): readonly Uuid[] {
  const { paymentId, invoiceId, customer } = values;
  const customerId = parsePublicId('customer', customer ?? '') ?? customerOf(data.object);
  const userId = parsePublicId('user', String(data.object.user_id ?? ''));
  const ids = [aggregate_id, paymentId, invoiceId, customerId, userId];
  return [...new Set(ids.flatMap((id) => id ?? []))];
}
