import { eventually } from '@florin/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { audit } from './audit.ts';
import { type Cut, type CuttingRelay, startCuttingRelay } from './cutting-relay.ts';
import { createLedgerDatabase, type LedgerDatabase } from './ledger-database.ts';
import { startLedger, type TestAccount, type TestLedger, useAccount } from './start-ledger.ts';

/** A ledger whose connection to the database can be cut. */
let database: LedgerDatabase;
let relay: CuttingRelay;
let ledger: TestLedger;
let account: TestAccount;

beforeAll(async () => {
  database = await createLedgerDatabase();
  relay = await startCuttingRelay(database.url);
  ledger = await startLedger({ on: database, databaseUrl: relay.url });
  account = await ledger.openAccount({ credit: 1_000_000 });
});
afterEach(async () => {
  expect(await audit(database.superuser)).toEqual([]);
});
afterAll(async () => {
  await ledger.stop();
  await relay.stop();
  await database.drop();
});

/** Number of effects of this key. */
async function effectsOf(key: string): Promise<number> {
  const { rows } = await database.superuser.query(
    `select count(*)::int from transactions where reference = $1`,
    [key],
  );
  return rows[0].count;
}

const pay = (key: string) => account.create({ type: 'payment', amount: 1, reference: key }, key);

describe('a connection that is cut at COMMIT', () => {
  it.each<[Cut, number]>([
    ['before', 503],
    ['after', 201],
  ])(
    '%s Postgres has it: the response is true, and a retry has no effect',
    async (cut, expected) => {
      for (let round = 0; round < 2; round += 1) {
        const key = `${cut}-${round}`;
        const isCut = relay.cutNextCommit(cut);
        const reply = await pay(key);
        await isCut;
        expect([reply.status, await effectsOf(key)]).toEqual([expected, expected === 201 ? 1 : 0]);
        if (expected === 503) {
          expect(reply.headers.get('retry-after')).toBe('1');
          expect(reply.body).toEqual({
            error: 'unavailable',
            message: 'the database connection was interrupted and nothing was done; retry',
          });
        }
        const again = await pay(key);
        expect(again.status).toBe(201);
        expect(again.headers.get('idempotent-replayed')).toBe(expected === 201 ? 'true' : null);
        if (expected === 201) expect(again.body).toEqual(reply.body);
        expect(await effectsOf(key)).toBe(1);
      }
    },
  );

  it('on the way: whatever happened, the response reports it', async () => {
    for (let round = 0; round < 2; round += 1) {
      const key = `on-the-way-${round}`;
      const isCut = relay.cutNextCommit('on the way');
      const reply = await pay(key);
      await isCut;
      const effects = await effectsOf(key);
      expect([reply.status, effects]).toEqual(effects === 1 ? [201, 1] : [503, 0]);
      expect((await pay(key)).status).toBe(201);
      expect(await effectsOf(key)).toBe(1);
    }
  });

  it('does so for every command of its batch', async () => {
    const keys = Array.from({ length: 40 }, (_, index) => `batch-${index}`);
    const isCut = relay.cutNextCommit('after');
    const replies = await Promise.all(keys.map(pay));
    await isCut;
    expect(replies.every(({ status }) => status === 201)).toBe(true);
    const { rows } = await database.superuser.query(
      `select count(*)::int, count(distinct reference)::int as keys
         from transactions where reference like 'batch-%'`,
    );
    expect(rows).toEqual([{ count: 40, keys: 40 }]);
  });

  it('never, by a stopped process: its locks are released after a second', async () => {
    const other = await startLedger({ on: database });
    const isKeptBack = relay.cutNextCommit('never');
    const stopped = pay('stopped');
    await isKeptBack;
    const { create } = useAccount(other.call, account.id);
    await eventually(async () => {
      const reply = await create({ type: 'payment', amount: 1, reference: 'other' }, 'other');
      expect(reply.status).toBe(201);
    });
    // After it resumes, it learns that nothing was written.
    expect((await stopped).status).toBe(503);
    expect(await effectsOf('stopped')).toBe(0);
    expect((await pay('stopped')).status).toBe(201);
    expect([await effectsOf('stopped'), await effectsOf('other')]).toEqual([1, 1]);
    await other.stop();
  });

  it('without a lookup: the outcome is unknown, and nothing is repeated', async () => {
    const lookUp = 'function pg_xact_status(xid8)';
    await database.superuser.query(`revoke execute on ${lookUp} from public`);
    // Without a key, a retry would have a second effect.
    const isCut = relay.cutNextCommit('after');
    const reply = await account.create({ type: 'payment', amount: 1, reference: 'response-lost' });
    await isCut;
    await database.superuser.query(`grant execute on ${lookUp} to public`);
    expect([reply.status, reply.body.message]).toEqual([
      503,
      'the database did not answer, so the outcome is unknown; repeat the request with the same Idempotency-Key',
    ]);
    expect(await effectsOf('response-lost')).toBe(1);
  });

  it('with an unreachable database: the outcome is unknown, and a retry with the key resolves it', async () => {
    await Promise.all(
      (['before', 'after'] as const).map(async (cut) => {
        const way = await startCuttingRelay(database.url);
        const lost = await startLedger({ on: database, databaseUrl: way.url });
        const { create } = useAccount(lost.call, account.id);
        const key = `unknown-${cut}`;
        const send = () => create({ type: 'payment', amount: 1, reference: key }, key);
        const isCut = way.cutNextCommit(cut, true);
        const sending = send();
        await isCut;
        way.cutAll();
        const reply = await sending;
        expect(reply.status).toBe(503);
        expect(reply.body).toEqual({
          error: 'unavailable',
          message:
            'the database did not answer, so the outcome is unknown; repeat the request with the same Idempotency-Key',
        });
        way.accept();
        const again = await eventually(async () => {
          const repeated = await send();
          expect(repeated.status).toBe(201);
          return repeated;
        });
        expect(again.headers.get('idempotent-replayed')).toBe(cut === 'after' ? 'true' : null);
        await lost.stop();
        await way.stop();
      }),
    );
    for (const cut of ['before', 'after']) expect(await effectsOf(`unknown-${cut}`)).toBe(1);
  });
});

it('recovers when all its connections are cut under load', async () => {
  const keys = Array.from({ length: 100 }, (_, index) => `load-${index}`);
  const waiting = [...keys];
  let cuts = 0;
  const cutting = setInterval(() => {
    relay.cutAll();
    cuts += 1;
  }, 20);
  await Promise.all(
    Array.from({ length: 20 }, async () => {
      for (let key = waiting.pop(); key; key = waiting.pop()) {
        const reply = await pay(key);
        expect([201, 503]).toContain(reply.status);
        if (reply.status === 503) waiting.unshift(key);
        if (cuts > 6) clearInterval(cutting);
      }
    }),
  );
  clearInterval(cutting);
  expect(cuts).toBeGreaterThan(3);
  const { rows } = await database.superuser.query(
    `select count(*)::int, count(distinct reference)::int as keys
       from transactions where reference like 'load-%'`,
  );
  expect(rows).toEqual([{ count: 100, keys: 100 }]);
});
