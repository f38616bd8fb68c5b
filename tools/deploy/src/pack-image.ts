import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';

const root = join(import.meta.dirname, '../../..');
/** The first stage of the Dockerfile fills the image, or this program does. */
const LAST_STAGE = /^FROM \S+$/m;
const FROM_FIRST_STAGE = 'COPY --from=install /image /florin';
const LEGAL = ['LICENSE', 'NOTICE', 'THIRD_PARTY.md'];
const SOURCES = [...LEGAL, 'package.json', 'pnpm-lock.yaml', 'pnpm-workspace.yaml'];
/** Progress; standard output is for the result of the command. */
const STDERR = 2;
/** As in .dockerignore. */
export const FOLDERS = [
  'apps',
  'packages',
  'sdk/typescript',
  'protos',
  'docs/guides',
  'docs/errors',
];

/**
 * Builds an app's image without a network: packages come from pnpm's store, which the bootstrap has
 * filled, and the base image must be present.
 */
export function packImage(app: string, tag: string, baseImage: string): void {
  if (!existsSync(join(root, 'apps', app, 'src/main.ts')))
    throw new Error(`${app} is no folder of apps/`);
  const folder = mkdtempSync(join(tmpdir(), 'florin-image-'));
  try {
    const [source, context] = [join(folder, 'source'), join(folder, 'context')];
    copySource(source);
    pnpm(source, [
      ...['install', '--frozen-lockfile', '--prod', '--ignore-scripts', '--offline'],
      ...['--reporter=append-only', '--filter-prod', `@florin/${app}...`],
    ]);
    copyParts(app, source, join(context, 'image'));
    writeFileSync(join(context, 'Dockerfile'), lastStage());
    const args = [
      `APP=${app}`,
      `BASE_IMAGE=${baseImage}`,
      `COMMIT=${process.env.FLORIN_COMMIT ?? ''}`,
    ];
    run('docker', [
      'build',
      ...args.flatMap((arg) => ['--build-arg', arg]),
      '--network',
      'none',
      '--tag',
      tag,
      context,
    ]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The Dockerfile from its last stage on, with the packed files in place of the first stage's. */
function lastStage(): string {
  const text = readFileSync(join(root, 'Dockerfile'), 'utf8');
  const begin = text.search(LAST_STAGE);
  if (begin < 0 || !text.includes(FROM_FIRST_STAGE))
    throw new Error('unexpected Dockerfile: see LAST_STAGE');
  const stage = text.slice(begin).replace(FROM_FIRST_STAGE, 'COPY image /florin');
  return `ARG BASE_IMAGE\n${stage}`;
}

/**
 * The folder `test` of an app contains tests; a deeper one may be code, such as the adapter of the
 * test processor.
 */
export const LEFT_OUT = /\/node_modules$|\/(apps|packages|sdk)\/[^/]+\/test$|\.test\.ts$/;

/** As in .dockerignore: neither tests nor development packages. */
function copySource(to: string): void {
  const isWanted = (path: string) => !LEFT_OUT.test(path);
  for (const name of [...SOURCES, ...FOLDERS])
    cpSync(join(root, name), join(to, name), { recursive: true, filter: isWanted });
}

function copyParts(app: string, source: string, image: string): void {
  const list = pnpm(
    source,
    ['list', '--filter-prod', `@florin/${app}...`, '--depth', '-1', '--parseable'],
    'pipe',
  );
  const folders = list
    .split('\n')
    .filter(Boolean)
    .map((folder) => relative(source, folder));
  const docs = app === 'gateway' ? ['docs/guides', 'docs/errors'] : [];
  for (const name of ['package.json', ...LEGAL, 'protos', 'node_modules', ...docs, ...folders]) {
    if (name !== '')
      cpSync(join(source, name), join(image, name), { recursive: true, verbatimSymlinks: true });
  }
  mkdirSync(join(image, 'deploy'), { recursive: true });
  cpSync(join(root, 'deploy/healthcheck.mjs'), join(image, 'deploy/healthcheck.mjs'));
}

function pnpm(cwd: string, args: readonly string[], stdout: number | 'pipe' = STDERR): string {
  return run('pnpm', args, cwd, stdout);
}

function run(
  program: string,
  args: readonly string[],
  cwd = root,
  stdout: number | 'pipe' = STDERR,
): string {
  return (
    execFileSync(program, args, { cwd, stdio: ['ignore', stdout, 'inherit'], encoding: 'utf8' }) ??
    ''
  );
}
