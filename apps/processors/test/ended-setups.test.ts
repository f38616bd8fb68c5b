import { newId } from '@florin/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { deleteUnusedSetups } from '../src/methods/setup-queries.ts';
import { startProcessors } from './start-processors.ts';

let florin: Awaited<ReturnType<typeof startProcessors>>;
beforeAll(async () => {
  florin = await startProcessors();
});
afterAll(() => florin.stop());

it("deletes exactly the pages that saved no payment method, with the service's own rights", async () => {
  const insert = (status: string, days: number) =>
    florin.query(
      `insert into processors.method_setups
         (id, account_id, customer, email, mandate, return_url, processor, livemode, status, ask_at,
          created_at)
       values ($1, $1, 'cus_1', 'grace@example.com', 'yes', '', 'test', false, $2,
               case when $2 = 'open' then now() + interval '1 day' end,
               now() - $3 * interval '1 day')`,
      [newId(), status, days],
    );
  for (const status of ['open', 'saved', 'declined', 'canceled'])
    for (const days of [89, 91, 92]) await insert(status, days);
  while (await deleteUnusedSetups(florin.db, 90, 2));
  const left = await florin.query(
    `select status, extract(day from now() - created_at)::int as days
       from processors.method_setups order by 1, 2`,
  );
  expect(left).toEqual([
    ...['canceled', 'declined'].map((status) => ({ status, days: 89 })),
    ...['open', 'saved'].flatMap((status) => [89, 91, 92].map((days) => ({ status, days }))),
  ]);
});
