import { randomBytes } from 'node:crypto';
import { newId, toPublicId, type Uuid } from '@florin/contracts';
import { type RunningServer, spawnThrowawayPostgres } from '@florin/local-servers';
import { parseKeyRing } from '@florin/runtime/caller';
import { eventually, keysText } from '@florin/testing';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { createIssuer, type Issuer } from './issuer.ts';
import { identityRpcs, startService, type TestService } from './services.ts';
import { startGateway, type TestGateway } from './start-gateway.ts';
import { prepareLedgers } from './start-ledgers.ts';

const HOSTS = ['127.0.0.4', '127.0.0.5'];
const CLIENTS = 3;
const WRITES_BETWEEN = 30;

let postgres: RunningServer;
let ledgers: Awaited<ReturnType<typeof prepareLedgers>>;
let identity: TestService;
let issuer: Issuer;
let accountId: Uuid;

// A separate Postgres, because its roles lose their passwords.
beforeAll(async () => {
  postgres = await spawnThrowawayPostgres();
  issuer = await createIssuer();
  accountId = newId();
  const caller = { alive: true, role: 'admin', readOnly: false, accountId };
  identity = await startService('identity', [], [identityRpcs(issuer, () => caller)]);
  ledgers = await prepareLedgers(postgres.url);
  for (const host of HOSTS) await ledgers.start(host);
  await ledgers.openBalance(accountId);
});
afterAll(async () => {
  await identity?.stop();
  await ledgers?.stopAll();
  await postgres.stop();
});

async function startWith(ledgerKey: string): Promise<TestGateway> {
  const { httpPort, grpcPort } = ledgers;
  const ledger = {
    grpc: HOSTS.map((host) => `${host}:${grpcPort}`),
    http: HOSTS.map((host) => `http://${host}:${httpPort}`),
  };
  const services = new Map([
    ['identity', identity.addresses],
    ['ledger', ledger],
  ] as const);
  const callKeys = parseKeyRing(`${keysText('identity')},ledger=${ledgerKey}`);
  const gateway = await startGateway([], { config: { services, callKeys, fillsLedgers: false } });
  await gateway.ready();
  return gateway;
}

/** Waits until all ledgers are linked again. */
function linked({ metricsPort }: TestGateway): Promise<void> {
  return eventually(async () => {
    const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    expect(text).toContain(`florin_gateway_links{service="ledger"} ${HOSTS.length}`);
  });
}

it('replaces a password and a call key under load without a failed request', async () => {
  const former = keysText('ledger').replace('ledger=', '');
  const next = `k2:${randomBytes(32).toString('base64url')}`;
  const accepting = (...keys: readonly string[]) => ({
    LEDGER_ACCEPT_KEYS: [keysText('accounts'), ...keys.map((key) => `gateway=${key}`)].join(','),
  });
  const newRole = { LEDGER_DATABASE_URL: ledgers.urlOf('florin_ledger_b', 'next') };

  let gateway = await startWith(former);
  const gateways = [gateway];
  const statuses: number[] = [];
  let isOver = false;
  async function credit(): Promise<void> {
    while (!isOver) {
      const { status } = await gateway.call('POST', '/v1/transactions', {
        headers: {
          Authorization: `Bearer ${await issuer.mint()}`,
          'Content-Type': 'application/json',
          'Idempotency-Key': newId(),
        },
        body: JSON.stringify({
          ...{ account_id: toPublicId('account', accountId), type: 'credit', amount: 1 },
          currency: 'USD',
        }),
      });
      statuses.push(status);
    }
  }
  const clients = Promise.all(Array.from({ length: CLIENTS }, credit));
  onTestFinished(async () => {
    isOver = true;
    await clients;
    for (const each of gateways) await each.stop();
  });
  async function wrote(): Promise<void> {
    const before = statuses.length;
    await eventually(async () => expect(statuses.length).toBeGreaterThan(before + WRITES_BETWEEN));
  }
  async function restart(change: Readonly<Record<string, string>>): Promise<void> {
    for (const host of HOSTS) {
      await ledgers.stop(host);
      await ledgers.start(host, change);
      await linked(gateway);
      await wrote();
    }
  }

  await wrote();
  await ledgers.run('provision', newRole);
  // The command fails and changes nothing while processes still use the former role.
  await expect(ledgers.run('retire-role', newRole)).rejects.toThrow('open connections');
  await restart({ ...newRole, ...accepting(former, next) });
  const second = await startWith(next);
  gateways.push(second);
  gateway = second;
  await wrote();
  await restart({ ...newRole, ...accepting(next) });
  await ledgers.run('retire-role', newRole);
  await wrote();
  isOver = true;
  await clients;

  expect(statuses.filter((status) => status !== 201)).toEqual([]);
  await expect(
    ledgers.run('audit', { LEDGER_DATABASE_URL: ledgers.urlOf('florin_ledger', 'app') }),
  ).rejects.toThrow('password authentication failed');
});
