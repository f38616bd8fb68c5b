import { createHash } from 'node:crypto';
import { run } from '../run.ts';

const image = 'nats:2.12-alpine';
const answerTimeoutMs = 5_000;

export async function answersDocker(): Promise<boolean> {
  const { succeeded } = await run('docker', ['version', '--format', '{{.Server.Version}}'], {
    timeout: answerTimeoutMs,
  });
  return succeeded;
}

/** The command that runs NATS in a container, in the foreground, as the owner of the store. */
export async function dockerCommand(options: {
  readonly storeDir: string;
  readonly port: number;
}): Promise<readonly string[]> {
  const { storeDir, port } = options;
  const name = `florin-nats-${createHash('sha256').update(storeDir).digest('hex').slice(0, 16)}`;
  // Removes the container of a launcher that was killed.
  await run('docker', ['rm', '--force', name]);
  const user = `${process.getuid?.() ?? 0}:${process.getgid?.() ?? 0}`;
  const flags = ['--rm', '--name', name, '--user', user, '--volume', `${storeDir}:/data`];
  const published = ['--publish', `127.0.0.1:${port}:${port}`];
  return ['docker', 'run', ...flags, ...published, image, '-c', '/data/nats-server.conf'];
}
