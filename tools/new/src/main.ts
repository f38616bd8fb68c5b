import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type ServiceName, serviceNames } from '@florin/contracts';
import type { Change, Tree } from './edit.ts';
import { newEndpoint } from './endpoint.ts';
import { newEvent } from './event.ts';
import { newMigration } from './migration.ts';
import { newRpc } from './rpc.ts';

const USAGE = `pnpm new endpoint GET /v1/auth/whoami sessions   a route, in the folder of its noun
pnpm new rpc billing CloseGate accounts          a call of a service, and who calls it
pnpm new event customer.deleted                  an event, of a noun that has some
pnpm new migration billing invoice-notes         a service's next migration
`;

const root = process.cwd();
const tree: Tree = {
  read: (path) => readFileSync(join(root, path), 'utf8'),
  list: (folder) => (existsSync(join(root, folder)) ? readdirSync(join(root, folder)) : []),
};

try {
  const changes = plan(process.argv.slice(2));
  for (const { path, text } of changes) {
    const isNew = !existsSync(join(root, path));
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
    process.stdout.write(`${isNew ? 'new    ' : 'changed'} ${path}\n`);
  }
  const sources = changes.map(({ path }) => path).filter((path) => path.endsWith('.ts'));
  if (sources.length > 0) execFileSync('pnpm', ['exec', 'biome', 'check', '--write', ...sources]);
  execFileSync('pnpm', ['run', 'generate'], { stdio: ['ignore', 'ignore', 'inherit'] });
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n\n${USAGE}`);
  process.exit(1);
}

function plan([kind, first = '', second = '', third = '']: readonly string[]): readonly Change[] {
  if (kind === 'endpoint') return newEndpoint(tree, { method: first, path: second, noun: third });
  if (kind === 'event') return newEvent(tree, first);
  if (kind === 'migration') return newMigration(tree, serviceOf(first), second);
  if (kind === 'rpc') {
    const [service, proto = service] = first.split('/');
    const consumer = third === 'gateway' ? third : serviceOf(third);
    return newRpc(tree, {
      service: serviceOf(service),
      proto: proto ?? '',
      name: second,
      consumer,
    });
  }
  throw new Error(kind === undefined ? 'say what is to be new' : `${kind} is nothing known`);
}

function serviceOf(text = ''): ServiceName {
  const found = serviceNames.find((name) => name === text);
  if (!found) throw new Error(`${text} is no service: ${serviceNames.join(', ')}`);
  return found;
}
