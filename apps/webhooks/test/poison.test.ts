import { newId } from '@florin/contracts';
import { eventually } from '@florin/testing';
import { expect, it } from 'vitest';
import { eventOf } from './producers.ts';
import { useWebhooks } from './use-webhooks.ts';

const EVENTS = 2_000;
const ONE_IN = 1_000;

const { database, publish, emit } = useWebhooks();

it('stores one poison message in a thousand as a dead letter, and all others continue in order', async () => {
  const account = newId();
  const poisoned = new Set<string>();
  await emit(eventOf(account, newId(), 1));
  for (let count = 0; count < EVENTS / ONE_IN; count += 1) {
    const events = Array.from({ length: ONE_IN - 1 }, () => eventOf(account, newId(), 1));
    await emit(...events.slice(0, ONE_IN / 2));
    // Nested too deeply to be serialized again.
    const poison = eventOf(account, newId(), 1);
    const bottomless = `{"object":{"of":${'['.repeat(20_000)}${']'.repeat(20_000)}}}`;
    await publish(
      JSON.stringify({ ...poison, data: 0 }).replace('"data":0', `"data":${bottomless}`),
    );
    poisoned.add(poison.id);
    // An event of the same object has to wait.
    const waiting = eventOf(account, poison.aggregate_id, 2);
    poisoned.add(waiting.id);
    await eventually(async () => expect(await deadLetters()).toContain(poison.id));
    await emit(waiting, ...events.slice(ONE_IN / 2));
  }
  const logged = () =>
    database().query<{ id: string; sequence: string }>(
      'select id, sequence from webhooks.events order by sequence',
    );
  const others = EVENTS - EVENTS / ONE_IN + 1;
  await eventually(async () => expect(await logged()).toHaveLength(others));
  const log = await logged();
  expect(log.map(({ sequence }) => Number(sequence))).toEqual(log.map((_, index) => index + 1));
  expect(log.filter(({ id }) => poisoned.has(id))).toEqual([]);
  expect(new Set(await deadLetters())).toEqual(poisoned);
});

async function deadLetters(): Promise<readonly string[]> {
  const rows = await database().query<{ event_id: string }>(
    'select event_id from webhooks.dead_letters',
  );
  return rows.map(({ event_id }) => event_id);
}
