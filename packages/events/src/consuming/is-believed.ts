import { type DomainEvent, mayPublish, type ServiceName } from '@florin/contracts';
import { subjectOf } from '../connection/streams.ts';
import { gatheredSubjectOf, nounOf } from '../messages/gathered.ts';

/**
 * Whether an event is authentic: it came on a subject to which only this service may publish, for
 * its own type or the batch of its noun, and the service publishes that type.
 */
export function isBelieved(source: ServiceName, subject: string, event: DomainEvent): boolean {
  const { type } = event;
  const isItsOwn =
    subject === subjectOf(source, type) || subject === gatheredSubjectOf(source, nounOf(type));
  return isItsOwn && mayPublish(source, event);
}
