import { execFile } from 'node:child_process';
import { arch, platform } from 'node:process';
import { promisify } from 'node:util';
import { hostsOf } from '@florin/events';
import { readNatsVersion } from '@florin/local-servers';
import type { Florin } from './florin/start-florin.ts';

const run = promisify(execFile);
/** Files written by the tool itself are not changes of the tested source. */
const OWN_FILES = [':!docs/faults.md', ':!docs/faults.json'];

/** The tested commit, with a `+` if modified, and the runtime. */
export async function describeProgram(root: string): Promise<string> {
  const git = async (...given: string[]) => (await run('git', given, { cwd: root })).stdout.trim();
  const commit = await git('rev-parse', '--short', 'HEAD').catch(() => undefined);
  const changes = commit && (await git('status', '--porcelain', '--', '.', ...OWN_FILES));
  const florin = commit === undefined ? 'Florin' : `Florin ${commit}${changes ? '+' : ''}`;
  return `${florin}, Node ${process.versions.node}, ${platform} ${arch}`;
}

export async function describeServers({ sql, natsUrl }: Florin): Promise<string> {
  const [row] = await sql<{ server_version: string }>('show server_version');
  const [first = ''] = hostsOf({ url: natsUrl() });
  const nats = await readNatsVersion(Number(first.split(':')[1]));
  return `Postgres ${row?.server_version}, NATS ${nats}`;
}
