import { listEventExamples } from '@florin/contract-tests';
import { type EventType, eventCatalogue, eventSchema } from '@florin/contracts';
import { describe, expect, it } from 'vitest';

const examples = listEventExamples();
const current = examples.filter(({ release }) => release === 'now');

it('exist once for every type, and for no other', () => {
  expect(current.map(({ type }) => type).sort()).toEqual(Object.keys(eventCatalogue).sort());
});

describe.each(current)('the example of $type', ({ type, text }) => {
  const event = JSON.parse(text);

  it('is an event of this type without unknown members', () => {
    // A schema drops unknown members.
    expect(eventSchema.parse(event)).toEqual(event);
    expect(event.type).toBe(type);
  });

  it('carries its object without unknown members', () => {
    const schema = eventCatalogue[type as EventType];
    expect(schema.parse(event.data.object)).toEqual(event.data.object);
  });

  it('lists previous values under the names of its object', () => {
    const names = Object.keys(eventCatalogue[type as EventType].shape);
    expect(names).toEqual(expect.arrayContaining(Object.keys(event.data.previous ?? {})));
  });
});

it.each(examples)('reads $type of $release', ({ text }) => {
  expect(() => eventSchema.parse(JSON.parse(text))).not.toThrow();
});
