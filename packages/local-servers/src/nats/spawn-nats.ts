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
  /** Holds the streams and the generated configuration; made when it is not there yet. */
  readonly storeDir: string;
  readonly port: number;
  /** Nobody else gets in; the first may do everything. Without users everybody may. */
  readonly users?: readonly NatsUser[];
  /** It joins these. Nobody ends it when its JetStream is silent, as it is without a majority. */
  readonly cluster?: ClusterPlace;
  /** By what name other regions ask its JetStream. */
  readonly domain?: string;
  /** Path of the program; otherwise the one that is found. */
  readonly program?: string | undefined;
  /** Further lines of its configuration: another way to log in, TLS. */
  readonly further?: string;
  readonly onProgress?: OnProgress;
  /** Gives up a start that is under way. */
  readonly signal?: AbortSignal | undefined;
}

const stopMs = 5_000;

/**
 * Starts a real NATS server with JetStream on 127.0.0.1; resolves when it greets a client. Its URL is
 * that of the first user.
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
      throw new Error('a cluster needs a nats-server of this machine: docker has one alone');
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

/** Readable by its owner only, also where an older one was not. */
async function writeConfig(path: string, text: string): Promise<void> {
  await rm(path, { force: true });
  await writeFile(path, text, { mode: 0o600 });
}

function launch([program = '', ...programArguments]: readonly string[]): ChildProcess {
  const child = spawn(program, programArguments, {
    stdio: ['ignore', 'pipe', 'pipe'],
    // Of the settings and secrets of whoever starts it, nothing.
    env: Object.fromEntries(
      Object.entries(process.env).filter(([name]) => /^(PATH|HOME|DOCKER_.+)$/.test(name)),
    ),
    // A Ctrl-C in the terminal is for the launcher, which stops NATS after the services.
    detached: true,
  });
  // Without a listener a failed spawn would end this process; `greets` reports it.
  child.on('error', () => undefined);
  return child;
}
