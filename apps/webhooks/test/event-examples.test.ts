import { listEventExamples } from '@florin/contract-tests';
import { eventSchema, newId, publisherNames, publisherOf } from '@florin/contracts';
import { eventually } from '@florin/testing';
import { expect, it } from 'vitest';
import { startProducers } from './producers.ts';
import { createLogDatabase, startBus, startWebhooks } from './start-webhooks.ts';

it('logs every type of event as each release publishes it', async () => {
  const [bus, database] = await Promise.all([startBus(), createLogDatabase()]);
  // Its own events do not arrive by a stream.
  const publishers = publisherNames.filter((name) => name !== 'webhooks');
  const producers = await startProducers(bus, publishers);
  const webhooks = await startWebhooks(database, bus);
  // Examples of all releases describe the same events, so each gets new ids.
  const events = listEventExamples()
    .map(({ text }) => eventSchema.parse(JSON.parse(text)))
    .filter(({ type }) => publisherOf(type) !== 'webhooks')
    .map((event) => ({ ...event, id: newId(), aggregate_id: newId(), aggregate_sequence: 1 }));
  try {
    for (const publisher of publishers)
      await producers
        .of(publisher)
        .emit(events.filter(({ type }) => publisherOf(type) === publisher));
    const logged = () => database.query('select id, type, data from webhooks.events order by id');
    await eventually(async () => expect(await logged()).toHaveLength(events.length));
    const wanted = events.map(({ id, type, data }) => ({ id, type, data }));
    expect(await logged()).toEqual(wanted.sort((a, b) => (a.id < b.id ? -1 : 1)));
    expect(await database.query('select from webhooks.dead_letters')).toEqual([]);
  } finally {
    await webhooks.stop();
    await producers.stop();
    await Promise.all([bus.stop(), database.drop()]);
  }
});
