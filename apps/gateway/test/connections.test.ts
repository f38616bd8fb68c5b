import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { eventually } from '@florin/testing';
import { afterEach, describe, expect, it } from 'vitest';
import type { GatewayConfig } from '../src/config.ts';
import { parseProxies } from '../src/requests/frame.ts';
import { generateTls } from './generate-tls.ts';
import { startGateway } from './start-gateway.ts';

const cleanups: (() => unknown)[] = [];

afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean();
});

async function start(config: Partial<GatewayConfig>) {
  const gateway = await startGateway([], { config: { connectionsPerAddressMax: 3, ...config } });
  cleanups.push(() => gateway.stop());
  return gateway;
}

/** Opens connections and returns those that were not dropped. */
function openConnections(port: number, count: number, from = '127.0.0.1'): Set<Socket> {
  const open = new Set<Socket>();
  for (let made = 0; made < count; made += 1) {
    const socket = connect({ port, host: '127.0.0.1', localAddress: from });
    open.add(socket);
    socket.on('error', () => {}).resume();
    socket.once('close', () => open.delete(socket));
    cleanups.push(() => socket.destroy());
  }
  return open;
}

describe('connections of one address', () => {
  it.each(['plain', 'TLS'])('are dropped beyond the limit: %s', async (kind) => {
    const tls = kind === 'TLS' ? await generateTls() : undefined;
    const { port, logged } = await start({ tls });
    const [one, other] = [openConnections(port, 10), openConnections(port, 2, '127.0.0.2')];
    await eventually(async () => expect(one.size).toBe(3));
    expect(other.size).toBe(2);
    // One warning for all dropped connections.
    expect(logged().filter(({ network }) => network === '127.0.0.1')).toHaveLength(1);
    for (const socket of one) socket.destroy();
    await eventually(async () => expect(one.size).toBe(0));
    await eventually(async () => {
      const again = openConnections(port, 1);
      await pause(100);
      expect(again.size).toBe(1);
    });
  });

  it('are not limited for a proxy', async () => {
    const { port } = await start({ proxies: parseProxies('127.0.0.1') });
    const [proxy, other] = [openConnections(port, 10), openConnections(port, 10, '127.0.0.2')];
    await eventually(async () => expect(other.size).toBe(3));
    expect(proxy.size).toBe(10);
  });
});
