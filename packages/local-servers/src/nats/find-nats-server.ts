import { join } from 'node:path';
import { unpackDebianPackages } from '../debian/unpack-packages.ts';
import { run } from '../run.ts';
import type { OnProgress } from '../running-server.ts';
import { answersDocker } from './docker.ts';

export type NatsServer =
  | { readonly kind: 'binary'; readonly path: string }
  | { readonly kind: 'docker' };

type Environment = Readonly<Record<string, string | undefined>>;

const brought = join(import.meta.dirname, '../../../../.tools/nats-server');

/**
 * The first that runs: NATS_SERVER_BIN, a downloaded one, PATH, Debian's package, docker's image.
 */
export async function findNatsServer({
  environment,
  onProgress,
  signal,
}: {
  readonly environment: Environment;
  readonly onProgress: OnProgress;
  readonly signal: AbortSignal | undefined;
}): Promise<NatsServer> {
  const named = environment.NATS_SERVER_BIN;
  if (named) {
    if (await runs(named)) return { kind: 'binary', path: named };
    throw new Error(`NATS_SERVER_BIN is ${named}, which does not run.`);
  }
  if (await runs(brought)) return { kind: 'binary', path: brought };
  if (await runs('nats-server')) return { kind: 'binary', path: 'nats-server' };

  onProgress('installing nats-server from the package archive of this system');
  const refusal = await unpackDebianPackages({
    packages: async () => ['nats-server'],
    kept: 'usr/sbin/nats-server',
    target: brought,
    signal,
  });
  signal?.throwIfAborted();
  if (refusal === undefined && (await runs(brought))) return { kind: 'binary', path: brought };

  if (await answersDocker()) return { kind: 'docker' };
  throw new Error(
    [
      'No NATS server was found. Tried, in this order:',
      '  NATS_SERVER_BIN: not set',
      `  ${brought}: not found`,
      '  nats-server on PATH: not found',
      `  apt-get download nats-server: ${refusal ?? 'what it brought does not run'}`,
      '  docker: no engine answers',
      'What to do: set NATS_URL to a running server with JetStream, or NATS_SERVER_BIN to the',
      'path of a nats-server 2.9 or newer.',
    ].join('\n'),
  );
}

async function runs(path: string): Promise<boolean> {
  return (await run(path, ['--version'])).succeeded;
}
