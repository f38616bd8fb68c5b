import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, realpath, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { keepLastLines } from '../last-lines.ts';
import type { OnProgress, RunningServer } from '../running-server.ts';
import { stopChild } from '../stop-child.ts';
import { dockerCommand } from './docker.ts';
import { endWhenStuck } from './end-when-stuck.ts';
import { findNatsServer, type NatsServer } from './find-nats-server.ts';
import { greets } from './greets.ts';
import { stopLeftover } from './leftover.ts';
import { type ClusterPlace, natsConfig } from './nats-config.ts';
import type { NatsUser } from './nats-users.ts';

export interface NatsOptions {
  /** Folder of the streams and the generated configuration; created if missing. */
  readonly storeDir: string;
  readonly port: number;
  /** The only users; the first has all rights. Without users, the server is open. */
  readonly users?: readonly NatsUser[];
  /** The cluster it joins. Not killed for a silent JetStream, which a missing majority causes. */
  readonly cluster?: ClusterPlace;
  /** JetStream domain, by which other regions address it. */
  readonly domain?: string;
  /** Path of the program; by default the one that `findNatsServer` finds. */
  readonly program?: string | undefined;
  /** Additional configuration, such as TLS or another way to log in. */
  readonly further?: string;
  readonly onProgress?: OnProgress;
  /** Aborts a start in progress. */
  readonly signal?: AbortSignal | undefined;
}

const stopMs = 5_000;

/**
 * Starts a NATS server with JetStream on 127.0.0.1; resolves when it greets a client. The URL has
 * the first user's credentials.
 */
export async function spawnNats(options: NatsOptions): Promise<RunningServer> {
  const { port, users = [], cluster, domain, program, further = '', signal } = options;
  const { onProgress = () => undefined } = options;
  const server: NatsServer = program
    ? { kind: 'binary', path: program }
    : await findNatsServer({ environment: process.env, onProgress, signal });
  await mkdir(options.storeDir, { recursive: true, mode: 0o700 });
  const storeDir = await realpath(options.storeDir);
  const configPath = join(storeDir, 'nats-server.conf');
  const pidPath = join(storeDir, 'nats-server.pid');
  await stopLeftover(pidPath, configPath);

  let command: readonly string[];
  if (server.kind === 'docker') {
    const inside = { storeDir: '/data', pidPath: '/data/in-container.pid' };
    if (cluster)
      throw new Error('a cluster needs nats-server on this machine; docker runs only a single one');
    const config = natsConfig({
      ...inside,
      host: '0.0.0.0',
      port,
      users,
      cluster,
      domain,
      further,
    });
    await writeConfig(configPath, config);
    command = await dockerCommand({ storeDir, port });
  } else {
    const place = { host: '127.0.0.1', port, storeDir, pidPath };
    const config = natsConfig({ ...place, users, cluster, domain, further });
    await writeConfig(configPath, config);
    command = [server.path, '-c', configPath];
  }

  const child = launch(command);
  const lastLines = keepLastLines(child);
  if (!(await greets(child, port, signal)) || child.pid === undefined) {
    await stopChild(child, 'SIGTERM', stopMs);
    signal?.throwIfAborted();
    throw new Error(`The NATS server did not start on ${storeDir}:\n${lastLines()}`);
  }
  const [admin] = users;
  if (!cluster) void endWhenStuck(child, { port, user: admin }, onProgress);
  return {
    url: `nats://${admin ? `${admin.name}:${admin.password}@` : ''}127.0.0.1:${port}`,
    port,
    pid: child.pid,
    child,
    stop: () => stopChild(child, 'SIGTERM', stopMs),
  };
}

/** Readable by its owner only, even if an older file was not. */
async function writeConfig(path: string, text: string): Promise<void> {
  await rm(path, { force: true });
  await writeFile(path, text, { mode: 0o600 });
}

function launch([program = '', ...programArguments]: readonly string[]): ChildProcess {
  const child = spawn(program, programArguments, {
    stdio: ['ignore', 'pipe', 'pipe'],
    // Passes none of the environment's settings and secrets.
    env: Object.fromEntries(
      Object.entries(process.env).filter(([name]) => /^(PATH|HOME|DOCKER_.+)$/.test(name)),
    ),
    // Not for Ctrl-C in the terminal: the launcher stops NATS after the services.
    detached: true,
  });
  // Without a listener, a failed spawn would crash this process; `greets` reports it.
  child.on('error', () => undefined);
  return child;
}
