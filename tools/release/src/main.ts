/** Writes the files of a release into a folder. Publishes nothing. */
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type LeftOut, packGo, packPython, packTypeScript } from './clients.ts';
import { root, run } from './commands.ts';
import { writeChart, writeChecksums, writeImageCommands, writeNotes, writeSbom } from './files.ts';

const USAGE = `npm run release -- [--to <folder>] [--dry-run] [--tag]

Writes release notes, client packages, the Helm chart, image commands, an SBOM and SHA256SUMS.

  --to <folder>  an empty folder; by default dist/release/<version>
  --dry-run      allow uncommitted changes
  --tag          create the Git tag; without it, print the command
`;

try {
  release();
} catch (error) {
  process.stderr.write(`release: ${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
}

function release(): void {
  const { values } = parseArgs({
    options: {
      to: { type: 'string' },
      'dry-run': { type: 'boolean', default: false },
      tag: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    say(USAGE.trimEnd());
    return;
  }
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const folder = resolve(values.to ?? join(root, 'dist/release', version));
  const isDryRun = values['dry-run'];
  if (isDryRun && values.tag) throw new Error('--tag: a dry run creates no tag');
  if (!isDryRun && run('git', ['status', '--porcelain']) !== '')
    throw new Error('uncommitted changes: commit them, or use --dry-run');
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new Error(`${folder} is not empty: remove it, or choose another folder with --to`);
  mkdirSync(folder, { recursive: true });

  const commit = run('git', ['rev-parse', 'HEAD']).trim();
  const steps: readonly (readonly [string, () => LeftOut])[] = [
    ['release notes and licenses', () => writeNotes(folder, version)],
    ['TypeScript client', () => packTypeScript(folder)],
    ['Python client', () => packPython(folder, commit)],
    ['Go client', () => packGo(folder, commit)],
    ['Helm chart', () => writeChart(folder, commit)],
    ['image commands', () => writeImageCommands(folder, version, commit)],
    ['SBOM', () => writeSbom(folder)],
    ['checksums', () => writeChecksums(folder)],
  ];
  const leftOut: string[] = [];
  for (const [index, [name, step]] of steps.entries()) {
    say(`${index + 1}/${steps.length}  ${name}`);
    leftOut.push(...step());
  }
  for (const line of leftOut) say(`left out  ${line}`);
  say(`written  ${relative(process.cwd(), folder) || '.'}`);

  const tag = ['tag', '--annotate', `v${version}`, '--message', `Florin ${version}`, commit];
  if (values.tag) run('git', tag);
  const command = `git tag --annotate v${version} --message "Florin ${version}" ${commit}`;
  say(values.tag ? `tagged   v${version}` : `to tag   ${command}`);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
