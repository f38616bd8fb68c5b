import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../free-port.ts';
import type { OnProgress } from '../running-server.ts';
import { hasExited, stopChild } from '../stop-child.ts';
import { findNginx } from './find-nginx.ts';

const START_MS_MAX = 5_000;
const STOP_MS_MAX = 2_000;
const POLL_MS = 20;

export interface Nginx {
  readonly port: number;
  stop(): Promise<void>;
}

/**
 * A proxy with keep-alive connections to a service's processes. A request that one does not accept
 * goes to the next. Undefined without nginx.
 */
export async function spawnNginx(
  upstreamPorts: readonly number[],
  dataDir: string,
  { say, signal }: { readonly say: OnProgress; readonly signal?: AbortSignal },
): Promise<Nginx | undefined> {
  const nginx = await findNginx({ onProgress: say, signal });
  if (nginx === undefined) return undefined;
  const port = await freePort();
  const folder = join(dataDir, 'nginx');
  await mkdir(folder, { recursive: true });
  // As root, its worker runs as another user, who needs access to the folder.
  await chmod(folder, 0o711);
  const file = join(folder, 'nginx.conf');
  await writeFile(file, configuration(port, upstreamPorts, folder));
  const child = spawn(nginx, ['-p', folder, '-c', file, '-e', 'stderr'], { stdio: 'ignore' });
  child.on('error', () => undefined);
  const stop = () => stopChild(child, 'SIGTERM', STOP_MS_MAX);
  if (await listens(child, port)) return { port, stop };
  await stop();
  throw new Error(`${nginx} did not start with ${file}`);
}

function configuration(port: number, upstreamPorts: readonly number[], folder: string): string {
  const bodies = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  return `daemon off;
worker_processes 1;
pid ${folder}/nginx.pid;
events { worker_connections 1024; }
http {
  access_log off;
  # It would close a connection after a thousand.
  keepalive_requests 10000000;
  ${bodies.map((name) => `${name}_temp_path ${folder}/${name};`).join('\n  ')}
  upstream service {
    ${upstreamPorts.map((each) => `server 127.0.0.1:${each};`).join('\n    ')}
    keepalive 64;
    keepalive_requests 10000000;
  }
  server {
    listen 127.0.0.1:${port};
    # One that died on the way: the client is to repeat it by its key, which nginx knows nothing of.
    error_page 502 504 =503 /away;
    location = /away {
      internal;
      default_type application/json;
      add_header Retry-After 1 always;
      return 503 '{"error":"unavailable","message":"repeat the request with the same Idempotency-Key"}';
    }
    location / {
      proxy_pass http://service;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
    }
  }
}
`;
}

async function listens(child: ChildProcess, port: number): Promise<boolean> {
  const endsAt = performance.now() + START_MS_MAX;
  while (!hasExited(child) && performance.now() < endsAt) {
    const socket = connect(port, '127.0.0.1');
    try {
      await once(socket, 'connect');
      return !hasExited(child);
    } catch {
      await sleep(POLL_MS);
    } finally {
      socket.destroy();
    }
  }
  return false;
}
