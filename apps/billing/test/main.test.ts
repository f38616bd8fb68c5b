import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { grpcServices } from '@florin/contracts/protos';
import { provisionService } from '@florin/database';
import { makeClient } from '@florin/grpc';
import { freePort } from '@florin/local-servers';
import { createDatabase, eventually, keysText, peerAt } from '@florin/testing';
import { expect, it } from 'vitest';

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));

it('migrates, serves without NATS, reports its version, and stops on request', async () => {
  const { adminUrl, drop } = await createDatabase();
  await provisionService(adminUrl, 'billing', { owner: 'owner', app: 'app' });
  const [httpPort, grpcPort] = [await freePort(), await freePort()];
  const env = {
    BILLING_HTTP_PORT: String(httpPort),
    BILLING_GRPC_PORT: String(grpcPort),
    BILLING_DATABASE_URL: urlAs(adminUrl, 'florin_billing', 'app'),
    BILLING_MIGRATION_DATABASE_URL: urlAs(adminUrl, 'florin_billing_owner', 'owner'),
    BILLING_ACCEPT_KEYS: keysText('gateway'),
    LEDGER_GRPC_ADDRESSES: '127.0.0.1:1',
    ACCOUNTS_GRPC_ADDRESSES: '127.0.0.1:1',
    PROCESSORS_GRPC_ADDRESSES: '127.0.0.1:1',
    BILLING_CALL_KEYS: keysText('ledger', 'accounts', 'processors'),
    NATS_URL: 'nats://127.0.0.1:1',
  };
  const migrated = async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [main, 'migrate'], { env });
    return JSON.parse(stdout).applied;
  };
  expect((await migrated())[0]).toMatch(/^0001-/);
  expect(await migrated()).toEqual([]);

  const child = spawn(process.execPath, [main], {
    env,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const alive = await eventually(async () => {
    const response = await fetch(`http://127.0.0.1:${httpPort}/healthz`);
    return { status: response.status, body: await response.json() };
  });
  expect(alive).toEqual({
    status: 200,
    body: { status: 'ok', service: 'billing' },
  });
  const client = makeClient(grpcServices.describe, peerAt('gateway', 'billing', grpcPort));
  const described = await client.describe({}, { requestId: 'test', timeoutMs: 60_000 });
  expect(described).toMatchObject({ service: 'billing', version: expect.any(String) });
  expect(JSON.parse(described.openapi ?? '')).toMatchObject({ openapi: '3.1.0' });
  client.close();

  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  expect(await exited).toEqual([0, null]);
  await drop();
});

function urlAs(adminUrl: string, username: string, password: string): string {
  return Object.assign(new URL(adminUrl), { username, password }).href;
}
