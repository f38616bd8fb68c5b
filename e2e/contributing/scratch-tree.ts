import {
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { copyFolder } from '../copy-folder.ts';

const root = join(import.meta.dirname, '../..');

/** Makes a tree in which one app can be changed; all else leads to this one. */
export function makeScratchTree(dir: string, changed: string): void {
  mkdirSync(join(dir, 'apps'), { recursive: true });
  for (const app of readdirSync(join(root, 'apps'))) {
    if (app !== changed) symlinkSync(join(root, 'apps', app), join(dir, 'apps', app));
  }
  copyFolder(join(root, 'apps', changed), join(dir, 'apps', changed));
  copyFolder(join(root, 'tools/launcher'), join(dir, 'tools/launcher'));
  for (const folder of ['packages', 'node_modules']) {
    symlinkSync(join(root, folder), join(dir, folder));
  }
  for (const file of ['package.json', 'vitest.config.ts']) {
    copyFileSync(join(root, file), join(dir, file));
  }
}

/**
 * Does what a block of the page shows: lines with a plus are put behind the line above them.
 * @throws Error when that line is not in the file just once.
 */
export function applyDiff(path: string, diff: string): void {
  const lines = readFileSync(path, 'utf8').split('\n');
  let place = 0;
  for (const shown of diff.trimEnd().split('\n')) {
    const line = shown.slice(1);
    if (shown.startsWith('+')) lines.splice(++place, 0, line);
    else {
      place = lines.indexOf(line);
      if (place < 0 || place !== lines.lastIndexOf(line))
        throw new Error(`${path} has to have this line once: ${line}`);
    }
  }
  writeFileSync(path, lines.join('\n'));
}
