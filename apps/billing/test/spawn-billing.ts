import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { freePort } from '@florin/local-servers';
import { eventually, keysText, QUICK_START } from '@florin/testing';
import type { World } from './start-billing.ts';

/** Billing in its own process, at the world's instant; it dies `before` or `after` its first charge. */
export async function spawnBilling(
  world: World,
  when: 'before' | 'after',
  env: Readonly<Record<string, string>> = {},
) {
  const [httpPort, grpcPort] = [await freePort(), await freePort()];
  const entry = fileURLToPath(new URL('killed/main.ts', import.meta.url));
  const instant = new Date(world.clock.now()).toISOString();
  const child = spawn(process.execPath, [...QUICK_START.options, entry, when, instant], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: {
      ...QUICK_START.env,
      BILLING_HTTP_PORT: String(httpPort),
      BILLING_GRPC_PORT: String(grpcPort),
      BILLING_DATABASE_URL: world.url,
      BILLING_DATABASE_POOL_SIZE_MAX: '6',
      BILLING_ACCEPT_KEYS: keysText('gateway', 'accounts'),
      BILLING_CALL_KEYS: keysText('ledger', 'accounts', 'processors'),
      LEDGER_GRPC_ADDRESSES: world.peers.grpcAddress,
      ACCOUNTS_GRPC_ADDRESSES: world.peers.grpcAddress,
      PROCESSORS_GRPC_ADDRESSES: world.peers.grpcAddress,
      NATS_URL: world.natsUrl,
      ...env,
    },
  });
  const exited = once(child, 'exit');
  return {
    httpPort,
    exited,
    async ready() {
      await eventually(() => fetch(`http://127.0.0.1:${httpPort}/healthz`));
    },
    async kill() {
      child.kill('SIGKILL');
      await exited;
    },
  };
}
