import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { root } from './paths.mjs';

const pollMs = 200;

/**
 * Runs `work` in one bootstrap of this checkout at a time, so that installs never overlap. The lock
 * is an abstract Linux socket, released even by kill -9; other systems rely on renames in `.tools`.
 */
export async function exclusively(work) {
  if (process.platform !== 'linux') return work();
  const release = await lock();
  try {
    return await work();
  } finally {
    release();
  }
}

async function lock() {
  const name = `\0florin-bootstrap-${createHash('sha256').update(root).digest('hex').slice(0, 32)}`;
  for (let attempt = 0; ; attempt += 1) {
    const server = createServer((socket) => socket.destroy());
    try {
      server.listen(name);
      await once(server, 'listening');
      return () => server.close();
    } catch (error) {
      if (error.code !== 'EADDRINUSE') throw error;
      if (attempt === 0) {
        process.stderr.write(
          'florin  another process is installing in this folder; waiting for it\n',
        );
      }
      await sleep(pollMs);
    }
  }
}
