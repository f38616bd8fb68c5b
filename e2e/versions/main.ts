/**
 * Runs the stories of another commit against systems of both versions:
 *
 *   npm run test:versions -- <branch, tag or commit>
 */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeMix, mixes } from './mix.ts';
import { spawnStories } from './spawn-stories.ts';
import { checkOut, type OtherVersion } from './worktree.ts';

const root = join(import.meta.dirname, '../..');

let running: ChildProcess | undefined;
let stopSignal: NodeJS.Signals | undefined;
// The worktree must be removed before this process exits.
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    stopSignal = signal;
    running?.kill(signal);
  });

const [ref, ...others] = process.argv.slice(2);
if (ref === undefined || others.length > 0) {
  process.stderr.write('usage: npm run test:versions -- <branch, tag or commit>\n');
  process.exitCode = 2;
} else {
  process.exitCode = await main(ref);
}

async function main(ref: string): Promise<number> {
  const directory = mkdtempSync(join(tmpdir(), 'florin-versions-'));
  // As root, Postgres runs as another user, who needs access.
  chmodSync(directory, 0o711);
  let before: OtherVersion | undefined;
  try {
    before = checkOut(ref, join(directory, 'before'), say);
    return await runMixes(before, directory);
  } catch (error) {
    say(error instanceof Error ? error.message : String(error));
    return 1;
  } finally {
    before?.remove();
    rmSync(directory, { recursive: true, force: true });
  }
}

async function runMixes(before: OtherVersion, directory: string): Promise<number> {
  const failed: string[] = [];
  for (const [index, mix] of mixes.entries()) {
    if (stopSignal) throw new Error(`stopped by ${stopSignal}`);
    say(`${index + 1} of ${mixes.length}: ${mix.title} (old is ${before.commit})`);
    const dir = join(directory, `mix-${index + 1}`);
    makeMix(mix, before.dir, root, dir);
    if (!(await passesStories(before.dir, dir))) failed.push(mix.title);
  }
  for (const title of failed) say(`failed: ${title}`);
  say(`${mixes.length - failed.length} of ${mixes.length} mixes passed`);
  return failed.length === 0 ? 0 : 1;
}

async function passesStories(before: string, dir: string): Promise<boolean> {
  running = spawnStories(before, dir, ['e2e/stories'], 'inherit');
  const [code] = await once(running, 'exit');
  return code === 0;
}

function say(line: string): void {
  process.stdout.write(`versions  ${line}\n`);
}
