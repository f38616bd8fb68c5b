import { expect, it } from 'vitest';
import { listEventExamples } from './event-examples.ts';
import { unlikeCatalogue } from './unlike-catalogue.ts';

const example = listEventExamples().find(({ type }) => type === 'account.updated')?.text ?? '';

/** The example with a change. */
function changed(change: (event: { type: string; data: Record<string, object> }) => void): string {
  const event = JSON.parse(example);
  change(event);
  return JSON.stringify(event);
}

it('accepts a valid event', () => {
  expect(unlikeCatalogue([example])).toEqual([]);
});

it.each([
  [
    'of an unknown type',
    changed((event) => {
      event.type = 'thing.changed';
    }),
    'thing.changed is not in the catalogue',
  ],
  [
    'with a field too many',
    changed(({ data }) => Object.assign(data.object ?? {}, { colour: 'red' })),
    'account.updated.data.object holds more than it promises',
  ],
  [
    'with a field of another type',
    changed(({ data }) => Object.assign(data.object ?? {}, { name: 1 })),
    'account.updated.data.object.name: Invalid input: expected string, received number',
  ],
  [
    'with something before that is nothing now',
    changed(({ data }) => Object.assign(data.previous ?? {}, { colour: 'red' })),
    'account.updated.data.previous.colour is no field of its object',
  ],
  [
    'with something around it',
    changed((event) => Object.assign(event, { colour: 'red' })),
    'account.updated holds more than it promises',
  ],
])('rejects an event %s', (_what, text, problem) => {
  expect(unlikeCatalogue([text, text])).toEqual([problem]);
});
