import { connect, createServer } from 'node:net';
import { newId, toPublicId, type Uuid } from '@florin/contracts';
import { type NameServer, serveNames } from '@florin/local-servers/dns';
import { eventually } from '@florin/testing';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { createIssuer, type Issuer } from './issuer.ts';
import { identityRpcs, startService, type TestService } from './services.ts';
import { startGateway, type TestGateway } from './start-gateway.ts';
import { prepareLedgers } from './start-ledgers.ts';

const dns = vi.hoisted(() => ({ server: undefined as NameServer | undefined }));
vi.mock(import('node:dns/promises'), async (load) => ({
  ...(await load()),
  // biome-ignore lint/suspicious/noExplicitAny: lookup has many signatures.
  lookup: ((host: string) => dns.server?.lookup(host)) as any,
}));

const [FIRST, SECOND, VIRTUAL] = ['127.0.0.2', '127.0.0.3', '127.0.0.9'];
const NAME = 'ledger-headless';
/** The chance that all accounts choose one of two ledgers is 1 in 30,000. */
const ACCOUNTS = 16;

const named = new Set<string>();
const accounts: Uuid[] = [];
const cleanups: (() => unknown)[] = [];
let ledgers: Awaited<ReturnType<typeof prepareLedgers>>;
let identity: TestService;
let issuer: Issuer;
let turn = 0;
const nextAccount = () => accounts[turn++ % ACCOUNTS] as Uuid;

beforeAll(async () => {
  dns.server = await serveNames('127.0.0.1', 0, (name) => (name === NAME ? [...named] : []));
  issuer = await createIssuer();
  // The caller's account chooses the ledger; an administrator may credit any account.
  const caller = { alive: true, role: 'admin', readOnly: false };
  const checkSession = () => ({ ...caller, accountId: nextAccount() });
  identity = await startService('identity', [], [identityRpcs(issuer, checkSession)]);
  ledgers = await prepareLedgers();
  await Promise.all([ledgers.start(FIRST), ledgers.start(SECOND)]);
  for (let count = 0; count < ACCOUNTS; count += 1) {
    const id = newId();
    await ledgers.openBalance(id);
    accounts.push(id);
  }
});
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean();
  named.clear();
});
afterAll(async () => {
  await identity?.stop();
  await ledgers?.stopAll();
  dns.server?.close();
});

/** A gateway that knows the ledgers by one DNS name. */
async function start(...addresses: readonly string[]): Promise<TestGateway> {
  for (const address of addresses) named.add(address);
  const { httpPort, grpcPort } = ledgers;
  const ledger = { grpc: [`${NAME}:${grpcPort}`], http: [`http://${NAME}:${httpPort}`] };
  const services = new Map([
    ['identity', identity.addresses],
    ['ledger', ledger],
  ] as const);
  const gateway = await startGateway([], { config: { services, fillsLedgers: false } });
  cleanups.push(() => gateway.stop());
  await gateway.ready();
  await linked(gateway, addresses.length);
  return gateway;
}

/** Waits until this number of links to ledgers is connected. */
function linked({ metricsPort }: TestGateway, count: number): Promise<void> {
  return eventually(async () => {
    const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    expect(text).toContain(`florin_gateway_links{service="ledger"} ${count}`);
  });
}

/** Credits accounts in turn; resolves with the statuses. */
async function credit(gateway: TestGateway, count: number): Promise<readonly number[]> {
  const statuses: number[] = [];
  for (let done = 0; done < count; done += 1) {
    const Authorization = `Bearer ${await issuer.mint()}`;
    const account_id = toPublicId('account', accounts[done % ACCOUNTS] as Uuid);
    const { status } = await gateway.call('POST', '/v1/transactions', {
      headers: { Authorization, 'Content-Type': 'application/json', 'Idempotency-Key': newId() },
      body: JSON.stringify({ account_id, type: 'credit', amount: 1, currency: 'USD' }),
    });
    statuses.push(status);
  }
  return statuses;
}

/** Number of commands that each ledger decides meanwhile. */
async function shares(hosts: readonly string[], during: () => Promise<unknown>) {
  const read = () => Promise.all(hosts.map((host) => ledgers.commands(host)));
  const before = await read();
  await during();
  return (await read()).map((count, index) => count - (before[index] ?? 0));
}

const created = (count: number) => Array<number>(count).fill(201);
const warnings = ({ logged }: TestGateway) =>
  logged().filter((line) => JSON.stringify(line).includes('headless Service'));

it('spreads commands over all addresses of a name', async () => {
  const gateway = await start(FIRST, SECOND);
  const [first = 0, second = 0] = await shares([FIRST, SECOND], async () => {
    expect(await credit(gateway, 2 * ACCOUNTS)).toEqual(created(2 * ACCOUNTS));
  });
  expect(first + second).toBeGreaterThanOrEqual(2 * ACCOUNTS);
  expect(Math.min(first, second)).toBeGreaterThan(0);
  expect(warnings(gateway)).toEqual([]);
});

it('names the setting with a virtual address, behind which one ledger gets all commands', async () => {
  await forwardInTurns(VIRTUAL, ledgers.httpPort, [FIRST, SECOND]);
  await forwardInTurns(VIRTUAL, ledgers.grpcPort, [FIRST, SECOND]);
  const gateway = await start(VIRTUAL);
  const [first = 0, second = 0] = await shares([FIRST, SECOND], async () => {
    expect(await credit(gateway, 2 * ACCOUNTS)).toEqual(created(2 * ACCOUNTS));
  });
  expect([first, second]).toContain(0);
  const [warning, ...others] = warnings(gateway);
  expect(others).toEqual([]);
  expect(warning).toMatchObject({ level: 40, service: 'ledger', address: VIRTUAL });
  expect(JSON.stringify(warning)).toContain('LEDGER_HTTP_URLS');
});

it('uses an added ledger, and loses no request to a removed one', async () => {
  const gateway = await start(FIRST);
  named.add(SECOND);
  await linked(gateway, 2);
  const [, second = 0] = await shares([FIRST, SECOND], () => credit(gateway, 2 * ACCOUNTS));
  expect(second).toBeGreaterThan(0);
  let isGone = false;
  const asked = Promise.all(
    [1, 2, 3].map(async () => {
      const statuses: number[] = [];
      while (!isGone) statuses.push(...(await credit(gateway, 4)));
      return statuses;
    }),
  );
  named.delete(FIRST);
  await ledgers.stop(FIRST);
  await linked(gateway, 1);
  isGone = true;
  const statuses = (await asked).flat();
  expect(statuses).toEqual(created(statuses.length));
  const left = await shares([SECOND], () => credit(gateway, ACCOUNTS));
  expect(left[0]).toBeGreaterThanOrEqual(ACCOUNTS);
});

/** A virtual address like kube-proxy's: connections go to these addresses in turn, and stay. */
async function forwardInTurns(host: string, port: number, to: readonly string[]): Promise<void> {
  let connections = 0;
  const server = createServer((socket) => {
    const onward = connect(port, to[connections++ % to.length]);
    socket.pipe(onward).pipe(socket);
    for (const [one, other] of [
      [socket, onward],
      [onward, socket],
    ] as const)
      one.on('error', () => {}).on('close', () => other.destroy());
  });
  await new Promise<void>((resolve) => server.listen(port, host, resolve));
  cleanups.push(() => server.close());
}
