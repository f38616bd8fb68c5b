import { newId, type Uuid } from '@florin/contracts';
import { eventually } from '@florin/testing';
import { expect, it, vi } from 'vitest';
import { ENDPOINTS_MAX } from '../src/limits.ts';
import type { Answer } from './receiver.ts';
import { useWebhooks } from './use-webhooks.ts';

// A hanging attempt outlasts the test, so no slot or connection is freed by a timeout.
vi.mock('../src/limits.ts', async (sound) => ({
  ...(await sound<typeof import('../src/limits.ts')>()),
  ATTEMPT_TIMEOUT_MS: 600_000,
}));
const { database, happen, receive, createEndpoint } = useWebhooks();

const hang: Answer = () => {};

/** Accounts with the maximum number of endpoints, each with a delivery. */
async function attack(accounts: number, url: string): Promise<readonly Uuid[]> {
  const attackers = Array.from({ length: accounts }, newId);
  for (const attacker of attackers) {
    for (let count = 0; count < ENDPOINTS_MAX; count += 1) await createEndpoint(attacker, { url });
    await happen(attacker, 5);
  }
  return attackers;
}

/** Endpoints of these accounts that a process is serving. */
async function countSlots(accounts: readonly Uuid[]): Promise<number> {
  const [row] = await database().query<{ count: number }>(
    `select count(*)::int as count
       from webhooks.endpoint_queues join webhooks.webhook_endpoints on id = endpoint_id
      where account_id = any($1) and leased_until > now()`,
    [accounts],
  );
  return row?.count ?? 0;
}

it('an account whose receiver hangs delays no delivery of another to the same origin', async () => {
  const account = newId();
  const isOurs = (body: string) => body.includes('"type":"payment.succeeded"');
  const receiver = await receive((response, _index, { body }) => {
    if (isOurs(body)) response.end();
  });
  const attackers = await attack(1, receiver.url);
  await eventually(async () => expect(await countSlots(attackers)).toBe(ENDPOINTS_MAX));
  await eventually(async () => expect(receiver.received.length).toBeGreaterThan(4));
  const endpoint = await createEndpoint(account, { url: receiver.url });
  const ids = await happen(account, 12, 'payment.succeeded');
  await eventually(async () =>
    expect(await endpoint.deliveries('limit=100&status=delivered')).toHaveLength(ids.length),
  );
  const attempts = (await endpoint.deliveries()).map((one: { attempts: number }) => one.attempts);
  expect(new Set(attempts)).toEqual(new Set([1]));
});

it('ten accounts whose receivers hang leave slots for another', async () => {
  const account = newId();
  const [hole, receiver] = [await receive(hang), await receive()];
  const endpoint = await createEndpoint(account, { url: receiver.url });
  const attackers = await attack(10, hole.url);
  await eventually(async () => expect(await countSlots(attackers)).toBeGreaterThan(100));
  const ids = await happen(account, 12);
  await eventually(async () =>
    expect(await endpoint.deliveries('limit=100&status=delivered')).toHaveLength(ids.length),
  );
});

it('a success whose body never ends blocks no connection for later deliveries', async () => {
  const account = newId();
  const receiver = await receive((response) => void response.writeHead(200).write('never ends'));
  const endpoint = await createEndpoint(account, { url: receiver.url });
  const ids = await happen(account, 12);
  await eventually(async () =>
    expect(await endpoint.deliveries('limit=100&status=delivered')).toHaveLength(ids.length),
  );
});
