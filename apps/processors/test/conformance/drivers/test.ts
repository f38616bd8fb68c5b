import { newId } from '@florin/contracts';
import { openDatabase, prepareThrowawayDatabase } from '@florin/database';
import { copyDatabase } from '@florin/testing';
import { makeTestProcessor } from '../../../src/adapters/test/processor.ts';
import { findSetup, keepCard } from '../../../src/adapters/test/setups.ts';
import { migrations } from '../../../src/migrations/index.ts';
import type { ProcessorsTables } from '../../../src/schema.ts';
import { currencyOf, type Driver, type Payer } from '../driver.ts';

const numbers: Readonly<Partial<Record<Payer, string>>> = {
  pays: '4242424242424242',
  'is refused': '4000000000000002',
  'has too little': '4000000000009995',
  'pays, and is refused when charged later': '4000000000000341',
  'pays, and disputes it': '4000000000000259',
  'pays, and a refund comes back': '4000000000005126',
  'pays, and a refund takes its time': '4000000000007726',
};

const SAVED = { brand: 'visa', last4: '4242', expMonth: 12, expYear: 2040 };

/** Test cards, with their own database. */
export async function driveTest(): Promise<Driver> {
  const { adminUrl, drop } = await copyDatabase('conformance', (empty) =>
    prepareThrowawayDatabase(empty, 'processors', migrations),
  );
  const settings = { search_path: 'processors' };
  const { db, close } = openDatabase<ProcessorsTables>(
    { url: adminUrl, poolSizeMax: 6 },
    () => {},
    { settings },
  );
  return {
    processor: makeTestProcessor(db, 'http://127.0.0.1:1'),
    merchant: { accountId: newId(), reference: null },
    currency: currencyOf('USD'),
    payers: Object.keys(numbers) as Payer[],
    orderOf: (payer) => ({
      card: {
        ...{ number: numbers[payer] ?? '', expMonth: 12, expYear: 2040 },
        ...{ cvc: '123', name: 'Grace Hopper' },
      },
    }),
    async act(_payer, state) {
      if (state.status !== 'requires_action' || state.action.kind !== 'redirect') return;
      const setup = await findSetup(db, state.action.url.split('/').at(-1) ?? '');
      if (setup) await keepCard(db, setup.id, SAVED);
    },
    async losing(call) {
      await call();
    },
    async taken(id) {
      const charge = await db
        .selectFrom('test_charges')
        .select('captured')
        .where('id', '=', id)
        .executeTakeFirst();
      return charge?.captured ?? 0n;
    },
    async given(id) {
      const transfer = await db
        .selectFrom('test_transfers')
        .select(['amount', 'status'])
        .where('id', '=', id)
        .executeTakeFirst();
      return transfer && transfer.status !== 'failed' ? transfer.amount : 0n;
    },
    secrets: Object.values(numbers),
    comesBack: 1_052n,
    async stop() {
      await close();
      await drop();
    },
  };
}
