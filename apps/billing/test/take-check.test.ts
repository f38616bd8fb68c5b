import { newId } from '@florin/contracts';
import { openDatabase } from '@florin/database';
import { expect, it } from 'vitest';
import type { BillingTables } from '../src/schema.ts';
import { takeCheck } from '../src/tax/ids/queries.ts';
import { createWorld } from './start-billing.ts';

it('takes one check, even if Postgres expects only one', async () => {
  const world = await createWorld();
  const { db, close } = openDatabase<BillingTables>({ url: world.url, poolSizeMax: 1 }, () => {});
  const addChecks = (count: number) =>
    world.query(
      `insert into billing.tax_id_checks (account_id, holder_id, value)
       select $1, gen_random_uuid(), 'FR40303265045' from generate_series(1, $2::int)`,
      [newId(), count],
    );
  await addChecks(1);
  await world.query('analyze billing.tax_id_checks');
  await addChecks(5);
  expect(await takeCheck(db)).toMatchObject({ tries: 1 });
  expect(await world.query('select tries from billing.tax_id_checks where tries > 0')).toEqual([
    { tries: 1 },
  ]);
  await close();
  await world.stop();
});
