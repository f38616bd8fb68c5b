import { parsePublicId } from '@florin/contracts';
import { eventually } from '@florin/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { call, processes } from '../api.ts';
import { newOwner, type Owner } from '../contract/people.ts';
import { query } from '../database.ts';
import { proveBooks } from '../prove-books.ts';
import { APART_SHARDS_VARIABLE, type Florin, startFlorin, useFlorin } from '../start-florin.ts';

const VICTIMS = ['ledger-1', 'identity-1', 'gateway-1', 'nats', 'webhooks-1'];
// Behind PgBouncer, the launcher does not restart Postgres.
if (!process.env.FLORIN_E2E_PGBOUNCER) VICTIMS.push('postgres');
const CLIENTS = 4;
const FIRST_CREDIT = 10_000_000;
const CREDIT = 100;
const PAYMENT = 70;
/** Writes between two kills, so that each one hits a working system. */
const WRITES_BETWEEN = 12;

/** A separate system: other stories would be disturbed. */
let florin: Florin;
let restore: () => void;
let owner: Owner;
beforeAll(async () => {
  florin = await startFlorin({ shardUrls: process.env[APART_SHARDS_VARIABLE] });
  restore = useFlorin(florin);
  owner = await newOwner();
  const first = await ask('credit', FIRST_CREDIT, 'first');
  expect(first.status).toBe(201);
});
afterAll(async () => {
  restore?.();
  await florin.stop();
});

const pause = (durationMs: number) => new Promise((resolve) => setTimeout(resolve, durationMs));

function ask(type: 'credit' | 'payment', amount: number, key: string) {
  const body = { account_id: owner.accountId, amount, currency: 'USD', type };
  return owner.call('POST', '/v1/transactions', { body, key, triesMax: 1 });
}

/** The final result of a request; `tries` counts how often it was sent. */
interface Acknowledged {
  readonly key: string;
  readonly type: 'credit' | 'payment';
  readonly id: string;
  readonly tries: number;
}

/** Writes until `isOver`; each request is retried with its key until it is answered. */
async function write(client: number, done: Acknowledged[], isOver: () => boolean): Promise<void> {
  for (let number = 0; !isOver(); number += 1) {
    const type = number % 2 === 0 ? 'credit' : 'payment';
    const key = `client-${client}-${number}`;
    for (let tries = 1; ; tries += 1) {
      const answer = await ask(type, type === 'credit' ? CREDIT : PAYMENT, key).catch(() => null);
      if (answer?.status === 201) {
        done.push({ key, type, id: answer.body.id, tries });
        break;
      }
      // Only no answer, a temporary refusal and a running request may be retried.
      if (answer) expect([409, 503]).toContain(answer.status);
      if (answer) expect(answer.headers.get('retry-after')).not.toBeNull();
      await pause(50);
    }
  }
}

/** Kills a process like a crash, and waits until everything is ready again. */
async function killAndWait(name: string): Promise<void> {
  const { pid } = processes().get(name);
  process.kill(pid, 'SIGKILL');
  await eventually(async () => {
    expect(processes().get(name).pid).not.toBe(pid);
    const { status } = await call('GET', '/readyz', { triesMax: 1 });
    expect(status).toBe(200);
  });
}

it('loses and doubles nothing when any process is killed under load', async () => {
  const before = processes().list();
  const done: Acknowledged[] = [];
  let isOver = false;
  const writing = Promise.all(
    Array.from({ length: CLIENTS }, (_, client) => write(client, done, () => isOver)),
  );
  const moreWrites = async () => {
    const enough = done.length + WRITES_BETWEEN;
    await eventually(async () => expect(done.length).toBeGreaterThanOrEqual(enough));
  };
  await moreWrites();
  for (const victim of VICTIMS) {
    await killAndWait(victim);
    await moreWrites();
  }
  isOver = true;
  await writing;

  // Clients noticed the kills and recovered.
  expect(done.filter(({ tries }) => tries > 1).length).toBeGreaterThan(0);
  const after = processes().list();
  expect(after.map(({ name }) => name).sort()).toEqual(before.map(({ name }) => name).sort());
  for (const { name, pid } of before) {
    const isKept = after.find((now) => now.name === name)?.pid === pid;
    expect([name, isKept]).toEqual([name, !VICTIMS.includes(name)]);
  }

  // Exactly one transaction for each key that was answered.
  expect(new Set(done.map(({ id }) => id)).size).toBe(done.length);
  const accountId = parsePublicId('account', owner.accountId);
  const [{ count } = { count: -1 }] = await query<{ count: number }>(
    'ledger',
    'select count(*)::int as count from ledger.transactions where account_id = $1',
    [accountId],
  );
  expect(count).toBe(done.length + 1);
  const payments = done.filter(({ type }) => type === 'payment').length;
  const credits = done.length - payments;
  const rest = FIRST_CREDIT + credits * CREDIT - payments * PAYMENT;
  await eventually(async () => {
    const { body } = await owner.call('GET', '/v1/account/balance');
    expect(body).toMatchObject({ available: rest, held: 0, posted: rest });
  });

  expect((await proveBooks()).transactions).toBe(done.length + 1);

  // The log has every event of every transaction, in order without gaps.
  await eventually(async () => {
    const log = await query<{ sequence: number; type: string; id: string }>(
      'webhooks',
      `select sequence::int, type, data->'object'->>'id' as id
         from webhooks.events where account_id = $1 order by sequence`,
      [accountId],
    );
    expect(log.map(({ sequence }) => sequence)).toEqual(log.map((_, index) => index + 1));
    const ofMoney = Map.groupBy(
      log.filter(({ type }) => type.startsWith('transaction.')),
      ({ id }) => id,
    );
    expect(ofMoney.size).toBe(done.length + 1);
    for (const { id, type } of done)
      expect(ofMoney.get(id)?.map((event) => event.type)).toEqual(
        type === 'credit'
          ? ['transaction.created']
          : ['transaction.created', 'transaction.succeeded'],
      );
  });
  expect(await query('webhooks', 'select from webhooks.parked_events')).toEqual([]);
});
