import { AppError, newId, type Uuid } from '@florin/contracts';
import { openDatabase, prepareThrowawayDatabase } from '@florin/database';
import { currencyOf } from '@florin/grpc';
import { copyDatabase } from '@florin/testing';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { insertCharge, lockCharge, saveCharge } from '../src/charges/queries.ts';
import { makeReporter } from '../src/charges/workers.ts';
import type { ReportEnd } from '../src/clients.ts';
import { migrations } from '../src/migrations/index.ts';
import type { Db, ProcessorsTables } from '../src/schema.ts';

let db: Db;
let close: () => Promise<void>;
beforeAll(async () => {
  const { adminUrl, drop } = await copyDatabase('processors_alone', (empty) =>
    prepareThrowawayDatabase(empty, 'processors', migrations),
  );
  const url = Object.assign(new URL(adminUrl), { username: 'florin_processors', password: 'app' });
  const database = openDatabase<ProcessorsTables>({ url: url.href, poolSizeMax: 2 }, () => {});
  ({ db } = database);
  close = async () => {
    await database.close();
    await drop();
  };
});
afterAll(() => close());

/** Errors of the ledger by charge; it accepts all others. */
let refusals: Map<Uuid, Error>;
let reported: Uuid[];
const reportEnd: ReportEnd = async ({ id }) => {
  reported.push(id);
  const refusal = refusals.get(id);
  if (refusal) throw refusal;
};
let report: () => Promise<boolean>;
beforeEach(async () => {
  refusals = new Map();
  reported = [];
  report = makeReporter({ db, reportEnd }, 0);
  await db.updateTable('charges').set({ is_reported: true }).execute();
});

type End = 'succeeded' | 'declined' | 'canceled';

/** Creates charges that have ended, in sequence. */
async function endCharges(count: number, status: End = 'succeeded'): Promise<readonly Uuid[]> {
  const ids = Array.from({ length: count }, () => newId());
  for (const id of ids) {
    await insertCharge(db, {
      ...{ id, paymentId: newId(), merchant: { accountId: newId(), reference: null } },
      ...{ processor: 'test', amount: 100n, currency: currencyOf({ currency: 'USD' }) },
      ...{ savesFor: null, mandate: null, livemode: false, description: 'order 7' },
      ...{ methodId: null, customer: null },
    });
    const code = status === 'declined' ? 'card_declined' : null;
    await db
      .transaction()
      .execute(async (tx) => saveCharge(tx, { ...(await lockCharge(tx, id)), status, code }));
  }
  return ids;
}

it('reports every final charge, once', async () => {
  const ids = [...(await endCharges(2)), ...(await endCharges(2, 'declined'))];
  expect(await report()).toBe(false);
  expect(new Set(reported)).toEqual(new Set(ids));
  expect(await report()).toBe(false);
  expect(reported).toHaveLength(4);
});

it('leaves charges that just ended to their waiting callers', async () => {
  await endCharges(1);
  await makeReporter({ db, reportEnd }, 5_000)();
  expect(reported).toEqual([]);
});

it('retries while the ledger does not answer', async () => {
  const [id = ''] = await endCharges(1);
  refusals.set(id, new AppError('unavailable', 'it is off'));
  await expect(report()).rejects.toThrow('it is off');
  refusals.clear();
  await report();
  expect(reported).toEqual([id, id]);
});

it('reports all others, however many are refused', async () => {
  const bad = await endCharges(25);
  for (const id of bad) refusals.set(id, new AppError('internal_error', 'it is another one'));
  const [good = ''] = await endCharges(1);
  await expect(report()).rejects.toThrow('it is another one');
  await expect(report()).rejects.toThrow('it is another one');
  expect(reported).toContain(good);
  expect(reported).toHaveLength(26);
  refusals.clear();
  await report();
  await report();
  expect(reported).toHaveLength(51);
});

it('drops charges unknown to the ledger, unless they were paid', async () => {
  const [declined = ''] = await endCharges(1, 'declined');
  const [canceled = ''] = await endCharges(1, 'canceled');
  const [paid = ''] = await endCharges(1);
  for (const id of [declined, canceled, paid])
    refusals.set(id, new AppError('not_found', 'no such attempt'));
  await expect(report()).rejects.toThrow(`does not know the paid attempt ${paid}`);
  await expect(report()).rejects.toThrow(paid);
  expect(reported.slice(3)).toEqual([paid]);
});
