import { expect, it } from 'vitest';
import { mayPublish, publisherNames, publisherOf } from './event-flows.ts';
import { eventCatalogue } from './events.ts';
import { OPERATION_ANSWERED } from './operations.ts';

const eventOf = (type: string, object: Record<string, unknown> = {}) => ({
  type,
  data: { object },
});

it('every type of event has one publisher', () => {
  for (const type of Object.keys(eventCatalogue)) {
    const publishers = publisherNames.filter((service) => mayPublish(service, eventOf(type)));
    expect([type, publishers]).toEqual([type, [publisherOf(type)]]);
  }
});

it('only the service of an operation publishes it', () => {
  const operation = eventOf(OPERATION_ANSWERED, { operation: 'POST /v1/plans' });
  expect(publisherNames.filter((service) => mayPublish(service, operation))).toEqual(['billing']);
});

it.each([
  eventOf('loan.created'),
  eventOf(OPERATION_ANSWERED, { operation: 'POST /v1/loans' }),
  eventOf(OPERATION_ANSWERED),
])('any service may publish types that this version does not know: %j', (event) => {
  expect(publisherNames.filter((service) => mayPublish(service, event))).toEqual(publisherNames);
});
