import { type Caller, type DomainEvent, newId, type Uuid } from '@florin/contracts';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { onEvents } from '../src/consumers.ts';
import { useConsole } from './use-console.ts';

const site = useConsole();
const ACCOUNT = newId();
const owner: Partial<Caller> = {
  ...{ userId: newId(), sessionId: newId(), accountId: ACCOUNT, role: 'owner' },
};
const RUNS = 25;
const CHANGES = 6;

/** Successive names of a customer. */
function storyOf(id: Uuid, mark: string): readonly DomainEvent[] {
  return Array.from({ length: CHANGES }, (_, index) => ({
    ...{ id: newId(), type: index === 0 ? 'customer.created' : 'customer.updated' },
    ...{ created_at: '2026-01-01T00:00:00.000Z', account_id: ACCOUNT },
    ...{ aggregate_id: id, aggregate_sequence: index + 1 },
    data: { object: { object: 'customer', name: `${mark}at${index}` } },
    request: { id: null, idempotency_key: null },
  }));
}

async function titlesOf(q: string): Promise<readonly string[]> {
  const { body } = await site.call(`/v1/search?q=${q}`, { caller: owner });
  return (body as { readonly data: readonly { readonly title: string }[] }).data.map(
    ({ title }) => title,
  );
}

/** Handles events, and fails before the commit. */
async function dieWith(events: readonly DomainEvent[]): Promise<void> {
  const died = new Error('killed');
  const handled = site
    .db()
    .transaction()
    .execute(async (tx) => {
      await onEvents(tx, events);
      throw died;
    });
  await expect(handled).rejects.toBe(died);
}

let stories = 0;

it('finds each object by its current name, in any order of events', async () => {
  const orders = fc.array(fc.nat(CHANGES - 1), { minLength: 1, maxLength: 2 * CHANGES });
  await fc.assert(
    fc.asyncProperty(orders, fc.nat(3), fc.boolean(), async (order, atOnce, isKilled) => {
      stories += 1;
      const mark = `story${stories}x`;
      const story = storyOf(newId(), mark);
      const eventOf = order.flatMap((index) => story[index] ?? []);
      if (isKilled) await dieWith(eventOf);
      const batches = Array.from({ length: atOnce + 1 }, (_, batch) =>
        eventOf.filter((_event, index) => index % (atOnce + 1) === batch),
      );
      await Promise.all(batches.map((batch) => site.happen(...batch)));
      // Once more, one by one: the last of them is seldom the newest.
      for (const event of eventOf) await site.happen(event);
      const newest = Math.max(...order);
      expect(await titlesOf(mark)).toEqual([`${mark}at${newest}`]);
      for (const index of new Set(order))
        expect(await titlesOf(`${mark}at${index}`)).toEqual(
          index === newest ? [`${mark}at${newest}`] : [],
        );
    }),
    { numRuns: RUNS, seed: 7 },
  );
});
