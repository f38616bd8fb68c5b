import { eventCatalogue } from '@florin/contracts';
import { expect, it } from 'vitest';
import { readSources } from './read-sources.ts';

it('has an example of each event', async () => {
  const { events } = await readSources();
  expect(events.map(({ type }) => type)).toEqual(Object.keys(eventCatalogue));
  for (const { type, when, publisher, example } of events) {
    expect(`${when}${publisher}`, type).toMatch(/\w{6}/);
    expect(example, type).toHaveProperty('object');
  }
});

it('has a page for each error, if any is written', async () => {
  const { errors } = await readSources();
  const missing = errors.filter(({ text }) => text === undefined).map(({ code }) => code);
  // All or none: they were written together in docs/errors.
  expect(missing.length === errors.length ? [] : missing).toEqual([]);
});
