import { newId, type Uuid } from '@florin/contracts';
import { type Database, openDatabase } from '@florin/database';
import { createMetrics } from '@florin/service';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { insertBalance } from '../src/balances/queries.ts';
import type { AnyCommand } from '../src/domain/batch/model.ts';
import { makeMeter } from '../src/posting/metrics.ts';
import { type OpenWriter, openWriter } from '../src/posting/writer.ts';
import type { LedgerTables } from '../src/schema/tables.ts';
import { makeListDueHolds } from '../src/transactions/operations.ts';
import { WRITER_LIMITS } from '../src/writer-limits.ts';
import { audit } from './audit.ts';
import { creation, currency } from './builders.ts';
import { createLedgerDatabase, type LedgerDatabase } from './ledger-database.ts';
import { recordStatements } from './record-statements.ts';

let database: LedgerDatabase;
let connection: Database<LedgerTables>;
/** Two ledgers on the same books. */
let [writer, other]: OpenWriter[] = [];
/** Names of statements on the first ledger's connections. */
let sent: string[];

beforeAll(async () => {
  database = await createLedgerDatabase();
  connection = openDatabase({ url: database.url, poolSizeMax: 2 }, () => {});
  const open = () =>
    openWriter({ url: database.url }, WRITER_LIMITS, makeMeter(createMetrics()), () => {});
  writer = open();
  other = open();
  sent = recordStatements(writer.pool);
});
afterEach(async () => {
  expect(await audit(database.superuser)).toEqual([]);
});
afterAll(async () => {
  await writer?.stop();
  await other?.stop();
  await connection.close();
  await database.drop();
});

async function submit(by: OpenWriter | undefined, accountId: Uuid, command: AnyCommand) {
  if (!by) throw new Error('there is no such writer');
  const cause = { requestId: null, idempotencyKey: null };
  return by.submit({ accountId, command, cause }, performance.now() + 5_000);
}

/** An account with a payment that this ledger created, and that is due at once. */
async function makePayment(by = writer): Promise<{ account: Uuid; id: Uuid }> {
  const account = newId();
  await insertBalance(connection.db, account, currency('USD'));
  await submit(by, account, creation({ amount: 100n }));
  const payment = creation({ type: 'payment', amount: 60n, settlementDelayMs: 0 });
  await submit(by, account, payment);
  const { rows } = await database.superuser.query<{ id: Uuid }>(
    `select id from transactions where account_id = $1 and type = 'payment'`,
    [account],
  );
  return { account, id: rows[0]?.id ?? '' };
}

async function read(id: Uuid) {
  const { rows } = await database.superuser.query(
    'select status, reference, version::int from transactions where id = $1',
    [id],
  );
  return rows[0];
}

it('a ledger settles its own holds without reading them again', async () => {
  const { account, id } = await makePayment();
  sent.length = 0;
  const settled = await submit(writer, account, { kind: 'settle', transactionId: id });
  expect(settled.status).toBe(200);
  expect(sent).not.toContain('find-transactions');
  expect(await read(id)).toEqual({ status: 'succeeded', reference: null, version: 2 });
});

it('a hold that another ledger ended stays as it is', async () => {
  const { account, id } = await makePayment();
  await submit(other, account, { kind: 'cancel', transactionId: id });
  sent.length = 0;
  const refused = await submit(writer, account, { kind: 'settle', transactionId: id });
  expect(refused).toMatchObject({ status: 409, body: { error: 'conflict' } });
  // The outbox has an event of that version, so the transaction was read and decided again.
  expect(sent.filter((name) => name === 'save-outgoing_events').length).toBe(1);
  expect(sent).toContain('find-transactions');
  expect(await read(id)).toEqual({ status: 'canceled', reference: null, version: 2 });
});

it('a hold that another ledger changed is settled with that change', async () => {
  const { account, id } = await makePayment();
  const patch = { reference: 'new', metadata: undefined, fixedFields: [] };
  await submit(other, account, { kind: 'update', transactionId: id, ...patch });
  // Another command in the same batch succeeds as well.
  const bystander = await makePayment();
  const outcomes = await Promise.all([
    submit(writer, account, { kind: 'settle', transactionId: id }),
    submit(writer, bystander.account, { kind: 'settle', transactionId: bystander.id }),
  ]);
  expect(outcomes.map(({ status }) => status)).toEqual([200, 200]);
  expect(await read(id)).toEqual({ status: 'succeeded', reference: 'new', version: 3 });
});

it('holds of this ledger and of others are listed together, each once, oldest first', async () => {
  const list = makeListDueHolds(connection.db, writer?.holds ?? expect.fail());
  const foreign = await makePayment(other);
  const own = await makePayment();
  const listed = async () =>
    (await list([], 500)).map(({ command }) => 'transactionId' in command && command.transactionId);
  expect(await listed()).toEqual([foreign.id, own.id]);
  // There are others, so the database is queried again at once.
  await submit(other, foreign.account, { kind: 'settle', transactionId: foreign.id });
  expect(await listed()).toEqual([own.id]);
  // There were none, so for a while only this ledger's own holds are known.
  const later = await makePayment(other);
  expect(await listed()).toEqual([own.id]);
  await submit(writer, own.account, { kind: 'settle', transactionId: own.id });
  expect(await listed()).toEqual([later.id]);
  await submit(other, later.account, { kind: 'settle', transactionId: later.id });
});
