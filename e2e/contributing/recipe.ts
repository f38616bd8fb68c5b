import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Block, readSections } from '../docs/markdown.ts';
import { applyDiff, placeIn, runIn } from './scratch-tree.ts';

const sections = readSections(join(import.meta.dirname, '../../CONTRIBUTING.md'));
/** Files, as the prose before a block names the one that the block is of. */
const PATH = /`((?:apps|packages|protos|tools)\/[^`]+\.\w+)`/g;

/** A section of the page: its command, and what is written by hand. */
interface Recipe {
  readonly command: string;
  readonly byHand: readonly { readonly path: string; readonly block: Block }[];
}

export function readRecipe(title: string): Recipe {
  const { text, blocks } = sectionOf(title);
  const proses = text.split(/\0\d+\0/);
  const [command, ...rest] = blocks;
  if (command?.language !== 'sh') throw new Error(`${title} begins with no command`);
  return {
    command: command.text.trim(),
    byHand: rest.map((block, index) => {
      const [, path] = [...(proses[index + 1] ?? '').matchAll(PATH)].at(-1) ?? [];
      if (path === undefined) throw new Error(`${title} does not say which file: ${block.text}`);
      return { path, block };
    }),
  };
}

/** Runs the command of a recipe; returns how many files it says that it has written. */
export function doCommand(dir: string, { command }: Recipe): number {
  return runIn(dir, ...command.split(' ')).match(/^(new|changed) +\S+$/gm)?.length ?? 0;
}

/** Changes by hand what a recipe says; returns how many files those are. */
export function doByHand(dir: string, { byHand }: Recipe): number {
  for (const { path, block } of byHand) {
    if (block.language === 'diff') applyDiff(placeIn(dir, path), block.text);
    else writeFileSync(join(dir, path), block.text, { flag: 'wx' });
  }
  return byHand.length;
}

/** How many files each recipe says that it writes: by its command, and by hand. */
export function promisedCounts(): ReadonlyMap<string, readonly [number, number]> {
  const rows = sectionOf('Add something').text.matchAll(
    /^\| \[an? [^\]]*\]\(#(\S+)\) \| .*? \| (\d+) \| (\d+) \|/gm,
  );
  return new Map(
    [...rows].map(([, anchor = '', command, hand]) => [anchor, [Number(command), Number(hand)]]),
  );
}

function sectionOf(title: string) {
  const found = sections.find((section) => section.title === title);
  if (!found) throw new Error(`CONTRIBUTING.md has no section "${title}"`);
  return found;
}
