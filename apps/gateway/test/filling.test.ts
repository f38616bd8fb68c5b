import { setTimeout as pause } from 'node:timers/promises';
import { defineRoute } from '@florin/http-api';
import { eventually, startMiddle } from '@florin/testing';
import { afterEach, expect, it } from 'vitest';
import type { GatewayConfig } from '../src/config.ts';
import { startService } from './services.ts';
import { startGateway, type TestGateway } from './start-gateway.ts';

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean();
});

/** More concurrent requests than this are a full load. */
const MANY = 160;

/** A ledger that responds with its name, unless held. */
async function startLedger(name: string, timeoutMs: number) {
  const open: (() => void)[] = [];
  const state = { isHeld: false };
  const route = defineRoute({
    method: 'GET',
    path: '/v1/transactions',
    operationId: 'listThings',
    summary: 'Things',
    token: 'none',
    timeoutMs,
    replies: {},
    errors: [],
    async handle() {
      if (state.isHeld) await new Promise<void>((resolve) => open.push(resolve));
      return { status: 200, headers: { 'Content-Type': 'text/plain' }, text: name };
    },
  });
  const service = await startService('ledger', [route]);
  cleanups.push(() => service.stop());
  return {
    name,
    addresses: service.addresses,
    /** Whether it leaves later requests without a response. */
    hold(isHeld: boolean) {
      state.isHeld = isHeld;
    },
    letGo() {
      for (const answer of open.splice(0)) answer();
    },
    held: () => open.length,
  };
}

/** A relay to this address that passes nothing on once it hangs. */
async function startRelay(url: string) {
  let isHanging = false;
  const middle = await startMiddle(Number(new URL(url).port), (bytes) =>
    isHanging ? undefined : bytes,
  );
  cleanups.push(async () => middle.stop());
  return {
    url: `http://127.0.0.1:${middle.port}`,
    hang() {
      isHanging = true;
    },
  };
}

async function start(config: Partial<GatewayConfig> = {}, timeoutMs = 25_000) {
  const ledgers = await Promise.all(
    ['first', 'second'].map((name) => startLedger(name, timeoutMs)),
  );
  const relays = await Promise.all(
    ledgers.map(({ addresses: { http } }) => startRelay(http[0] ?? '')),
  );
  const grpc = ledgers.flatMap(({ addresses }) => addresses.grpc);
  const services = new Map([['ledger', { grpc, http: relays.map(({ url }) => url) }]] as const);
  const gateway = await startGateway([], { config: { ...config, services } });
  cleanups.push(() => gateway.stop());
  await gateway.ready();
  await eventually(async () => {
    const text = await (await fetch(`http://127.0.0.1:${gateway.metricsPort}/metrics`)).text();
    expect(text).toContain('florin_gateway_links{service="ledger"} 2');
  });
  const all = ledgers.map((ledger, index) => ({ ...ledger, hang: relays[index]?.hang }));
  return {
    gateway,
    /** The ledger in use while it has room. */
    async findFilled() {
      const [name] = await eventually(async () => {
        const names = await ask(gateway, 4);
        expect(names.size).toBe(1);
        return [...names];
      });
      const filled = all.find((ledger) => ledger.name === name);
      if (!filled) throw new Error(`no replica is ${name}`);
      return filled;
    },
  };
}

/** Names of the ledgers that answer this number of requests. */
async function ask(gateway: TestGateway, count: number): Promise<ReadonlySet<string>> {
  const answers = await Promise.all(
    Array.from({ length: count }, () => gateway.call('GET', '/v1/transactions')),
  );
  return new Set(answers.map(({ body }) => body));
}

it('uses the second ledger while the first is busy', async () => {
  const { gateway, findFilled } = await start();
  const filled = await findFilled();
  filled.hold(true);
  const asking = ask(gateway, MANY);
  await expect.poll(filled.held).toBe(MANY);
  filled.hold(false);
  await eventually(async () => expect((await ask(gateway, 4)).size).toBe(2));
  filled.letGo();
  await asking;
  expect((await findFilled()).name).toBe(filled.name);
});

it('uses all of them if configured to spread', async () => {
  const { gateway } = await start({ fillsLedgers: false });
  // Filling would have used one only by then.
  for (let turn = 0; turn < 3; turn += 1) {
    expect((await ask(gateway, 4)).size).toBe(2);
    await pause(1_100);
  }
});

it('avoids an unresponsive ledger while others answer', async () => {
  const { gateway, findFilled } = await start({}, 4_000);
  const filled = await findFilled();
  filled.hang?.();
  const stuck = gateway.call('GET', '/v1/transactions').catch(() => undefined);
  await pause(1_200);
  // Until its silence is detected, requests still go to it and time out.
  await eventually(async () => {
    const names = await ask(gateway, 4);
    expect([...names]).toEqual([filled.name === 'first' ? 'second' : 'first']);
  });
  await gateway.stop();
  await stuck;
});
