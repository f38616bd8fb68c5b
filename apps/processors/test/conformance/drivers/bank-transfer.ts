import { newId } from '@florin/contracts';
import { openDatabase, prepareThrowawayDatabase } from '@florin/database';
import { copyDatabase } from '@florin/testing';
import { makeTransferProcessor } from '../../../src/adapters/transfer/processor.ts';
import { migrations } from '../../../src/migrations/index.ts';
import type { ProcessorsTables } from '../../../src/schema.ts';
import { readFile, takeStatement } from '../../../src/statements/read.ts';
import { statementOf } from '../../bank.ts';
import { currencyOf, type Driver } from '../driver.ts';

const ACCOUNT = { name: 'Shop', iban: 'DE89370400440532013000', bic: null, livemode: false };

/** A bank that reports incoming money in statements, with its own database. */
export async function driveBankTransfer(): Promise<Driver> {
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
    processor: makeTransferProcessor(db, ACCOUNT),
    merchant: { accountId: newId(), reference: null },
    currency: currencyOf('EUR'),
    payers: ['pays'],
    orderOf: () => ({}),
    async act(_payer, state) {
      if (state.status !== 'requires_action' || state.action.kind !== 'transfer') return;
      const { reference } = state.action.instructions;
      const order = await db
        .selectFrom('bank_orders')
        .select('amount')
        .where('reference', '=', reference)
        .executeTakeFirst();
      const bytes = statementOf([{ amount: order?.amount ?? 1n, text: `Invoice ${reference}` }]);
      for (const statement of readFile({ format: 'camt.053', bytes }))
        await db
          .transaction()
          .execute((tx) => takeStatement(tx, statement, { format: 'camt.053', livemode: false }));
    },
    async losing(call) {
      await call();
    },
    async taken(id) {
      const order = await db
        .selectFrom('bank_orders')
        .select(['amount', 'status'])
        .where('id', '=', id)
        .executeTakeFirst();
      return order?.status === 'paid' ? (order.amount ?? 0n) : 0n;
    },
    given: async () => 0n,
    secrets: [],
    async stop() {
      await close();
      await drop();
    },
  };
}
