import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Below 32768, where Linux starts to take the local ports of outgoing connections: a port there
 * could be lost to one of those while its server restarts.
 */
const randomPortMin = 10_000;
const randomPortMax = 32_000;
const portMax = 65_535;

/** Two calls at the same time must not get the same port before either listens on it. */
const handedOut = new Set<number>();

/** A port of 127.0.0.1 nobody listens on: the first one from `preferred` up, or any. */
export async function freePort(preferred?: number): Promise<number> {
  let port = preferred ?? randomInt(randomPortMin, randomPortMax);
  while (handedOut.has(port) || !(await isFree(port))) {
    if (port === portMax) throw new Error(`no port from ${preferred} to ${portMax} is free`);
    port += 1;
  }
  // A preferred port may be asked for again, after its server is gone.
  if (preferred === undefined) handedOut.add(port);
  return port;
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return true;
  } catch {
    return false;
  } finally {
    server.close();
  }
}
