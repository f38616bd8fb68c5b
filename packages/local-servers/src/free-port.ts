import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';

/**
 * Below 32768, where Linux starts to take the local ports of outgoing connections: a port there
 * could be lost to one of those while its server restarts.
 */
const randomPortMin = 10_000;
const randomPortMax = 32_000;
const portMax = 65_535;
/** The only port from `randomPortMin` up to which `fetch` and browsers refuse to connect. */
const blockedPort = 10_080;

/** Ports of this process, so that two calls never hand out the same one. */
const handedOut = new Set<number>();

/**
 * A port of 127.0.0.1 nobody listens on: the first one from `preferred` up, or any. It is this
 * process's own until that ends, towards everybody else who asks here, so that two copies of
 * Florin that start at the same moment do not both take one that is about to be used.
 */
export async function freePort(preferred?: number): Promise<number> {
  let port = preferred ?? randomInt(randomPortMin, randomPortMax);
  while (port === blockedPort || !(await take(port, preferred !== undefined))) {
    if (port === portMax) throw new Error(`no port from ${preferred} to ${portMax} is free`);
    port += 1;
  }
  return port;
}

/**
 * Claims a port before it looks whether the port is free: looking means listening for a moment, which
 * would refuse the port to the process that has claimed it and starts its server just then.
 */
async function take(port: number, isPreferred: boolean): Promise<boolean> {
  // Who asks for a port by its number a second time gets it back.
  if (handedOut.has(port)) return isPreferred && (await isFree(port));
  handedOut.add(port);
  const claim = await claimPort(port);
  if (claim && (await isFree(port))) return true;
  if (claim) await claim.release();
  handedOut.delete(port);
  return false;
}

async function isFree(port: number): Promise<boolean> {
  const server = await listenOn({ port, host: '127.0.0.1' });
  if (server) await close(server);
  return server !== undefined;
}

/** Undefined where another process has claimed it. */
async function claimPort(port: number): Promise<{ release(): Promise<void> } | undefined> {
  if (process.platform !== 'linux') return { async release() {} };
  // An abstract socket needs no file and is gone with its process, also after a kill -9.
  const server = await listenOn({ path: `\0florin-port-${port}` });
  server?.unref();
  return server && { release: () => close(server) };
}

async function close(server: Server): Promise<void> {
  server.close();
  await once(server, 'close');
}

async function listenOn(address: object): Promise<Server | undefined> {
  const server = createServer((socket) => socket.destroy());
  try {
    server.listen(address);
    await once(server, 'listening');
    return server;
  } catch {
    return undefined;
  }
}
