import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';

/**
 * Below 32768, where Linux begins to choose ports for outgoing connections. Such a connection could
 * take a server's port during its restart.
 */
const randomPortMin = 10_000;
const randomPortMax = 32_000;
const portMax = 65_535;
/** The only port in this range that `fetch` and browsers block. */
const blockedPort = 10_080;

/** Ports returned by this process. */
const handedOut = new Set<number>();

/**
 * A free port of 127.0.0.1: the first one from `preferred` up, or any. Claimed until this process
 * ends, so that two Florins that start at once get different ports.
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
 * Claims a port before testing it: the test listens briefly, which would disturb a process that
 * claimed the port and starts its server just then.
 */
async function take(port: number, isPreferred: boolean): Promise<boolean> {
  // A second request for a specific port returns it again.
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

/** Undefined if another process has claimed it. */
async function claimPort(port: number): Promise<{ release(): Promise<void> } | undefined> {
  if (process.platform !== 'linux') return { async release() {} };
  // An abstract socket needs no file and disappears with its process, even after kill -9.
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
