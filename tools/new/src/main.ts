import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type ServiceName, serviceNames } from '@florin/contracts';
import type { Change, Tree } from './edit.ts';
import { newEndpoint } from './endpoint.ts';
import { newEvent } from './event.ts';
import { newMigration } from './migration.ts';
import { newRpc } from './rpc.ts';
import { newService } from './service/service.ts';

const USAGE = `pnpm new endpoint GET /v1/auth/whoami credentials/sessions   a route, in the folder of its noun
pnpm new rpc billing CloseGate accounts                      a call of a service, and its first caller
pnpm new event customer.deleted 'DELETE /v1/…'               an event, and the operation that publishes it
pnpm new migration billing invoice-notes                     a service's next migration
pnpm new service loyalty                                     a service, and its place in all lists
`;

const root = process.cwd();
const tree: Tree = {
  read: (path) => readFileSync(join(root, path), 'utf8'),
  list: (folder) => (existsSync(join(root, folder)) ? readdirSync(join(root, folder)) : []),
};

try {
  const [kind, ...words] = process.argv.slice(2);
  const changes = plan(kind, words);
  for (const { path, text } of changes) {
    const isNew = !existsSync(join(root, path));
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
    process.stdout.write(`${isNew ? 'new    ' : 'changed'} ${path}\n`);
  }
  // A service is a package of its own.
  if (changes.some(({ path }) => path.endsWith('/package.json'))) install();
  const formatted = changes.map(({ path }) => path).filter((path) => /\.(ts|json)$/.test(path));
  execFileSync('pnpm', ['exec', 'biome', 'check', '--write', ...formatted]);
  generate(kind);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n\n${USAGE}`);
  process.exit(1);
}

function plan(
  kind: string | undefined,
  [first = '', second = '', third = '']: readonly string[],
): readonly Change[] {
  if (kind === 'endpoint') return newEndpoint(tree, { method: first, path: second, noun: third });
  if (kind === 'event') return newEvent(tree, first, second);
  if (kind === 'service') return newService(tree, first);
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
  throw new Error(
    kind === undefined ? 'name the kind of part to create' : `${kind} is no known kind`,
  );
}

/** A migration needs no generated files, and an RPC only the types of the contracts. */
function generate(kind: string | undefined): void {
  if (kind === 'migration') return;
  const only = kind === 'rpc' ? ['--filter', '@florin/contracts'] : [];
  execFileSync('pnpm', [...only, 'run', 'generate'], { stdio: ['ignore', 'ignore', 'inherit'] });
}

/** Its packages are those of other apps, so the lockfile has them. */
function install(): void {
  execFileSync('pnpm', ['install', '--frozen-lockfile', '--prefer-offline', '--prod=false'], {
    env: { ...process.env, CI: 'true' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

function serviceOf(text = ''): ServiceName {
  const found = serviceNames.find((name) => name === text);
  if (!found) throw new Error(`${text} is no service: ${serviceNames.join(', ')}`);
  return found;
}
