import { type DomainEvent, mayPublish, type ServiceName } from '@florin/contracts';
import { subjectOf } from '../connection/streams.ts';
import { gatheredSubjectOf, nounOf } from '../messages/gathered.ts';

/**
 * Whether an event in a service's stream is what it says: it came on the subject of its type, or on that
 * of several of its noun, to which this service alone may publish, and its type is one that this
 * service publishes.
 */
export function isBelieved(source: ServiceName, subject: string, event: DomainEvent): boolean {
  const { type } = event;
  const isItsOwn =
    subject === subjectOf(source, type) || subject === gatheredSubjectOf(source, nounOf(type));
  return isItsOwn && mayPublish(source, event);
}
