import { expect, it } from 'vitest';
import { mayPublish, publisherNames, publisherOf } from './event-flows.ts';
import { eventCatalogue } from './events.ts';
import { OPERATION_ANSWERED } from './operations.ts';

const told = (type: string, object: Record<string, unknown> = {}) => ({ type, data: { object } });

it('every type of event has one publisher, and nobody else may tell it', () => {
  for (const type of Object.keys(eventCatalogue)) {
    const tellers = publisherNames.filter((service) => mayPublish(service, told(type)));
    expect([type, tellers]).toEqual([type, [publisherOf(type)]]);
  }
});

it('an operation may be told by the service that serves it alone', () => {
  const operation = told(OPERATION_ANSWERED, { operation: 'POST /v1/plans' });
  expect(publisherNames.filter((service) => mayPublish(service, operation))).toEqual(['billing']);
});

it.each([
  told('loan.created'),
  told(OPERATION_ANSWERED, { operation: 'POST /v1/loans' }),
  told(OPERATION_ANSWERED),
])('what nobody here knows may come from a newer version of anybody: %j', (event) => {
  expect(publisherNames.filter((service) => mayPublish(service, event))).toEqual(publisherNames);
});
