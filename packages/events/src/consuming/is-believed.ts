import { type DomainEvent, mayPublish, type ServiceName } from '@florin/contracts';
import { subjectOf } from '../connection/streams.ts';

/**
 * Whether an event in a service's stream is what it says: it came on the subject of its type, to
 * which that service alone may publish, and its type is one that this service publishes.
 */
export function isBelieved(source: ServiceName, subject: string, event: DomainEvent): boolean {
  return subject === subjectOf(source, event.type) && mayPublish(source, event);
}
