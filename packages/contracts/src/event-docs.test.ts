import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { eventDocsText } from './event-docs.ts';
import { type EventType, eventCatalogue, eventSchema } from './events.ts';

const examples = new URL('../examples/', import.meta.url);

it('docs/events.md is as it is generated: run `pnpm generate`', () => {
  const committed = readFileSync(new URL('../../../docs/events.md', import.meta.url), 'utf8');
  expect(committed).toBe(eventDocsText(examples));
});

it.each(Object.keys(eventCatalogue) as EventType[])('%s has an example that fits it', (type) => {
  const event = eventSchema.parse(
    JSON.parse(readFileSync(new URL(`${type}.json`, examples), 'utf8')),
  );
  expect(event.type).toBe(type);
  expect(eventCatalogue[type].parse(event.data.object)).toEqual(event.data.object);
});
