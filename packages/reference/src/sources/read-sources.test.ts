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

it('has a page of each error, once one has been written', async () => {
  const { errors } = await readSources();
  const missing = errors.filter(({ text }) => text === undefined).map(({ code }) => code);
  // Written together, in docs/errors: none is left out.
  expect(missing.length === errors.length ? [] : missing).toEqual([]);
});
