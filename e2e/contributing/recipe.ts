import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Block, readSections } from '../docs/markdown.ts';
import { applyDiff, placeIn, runIn } from './scratch-tree.ts';

const folder = join(import.meta.dirname, '../../docs/recipes');
/** The prose before a block names the file of the block last. */
const PATH = /`((?:apps|packages|protos|tools)\/[^`]+\.\w+)`/g;

/** A recipe: its command, and the changes by hand. */
interface Recipe {
  readonly command: string;
  readonly byHand: readonly { readonly path: string; readonly block: Block }[];
}

/** @param name `add-an-rpc`, the page in docs/recipes. */
export function readRecipe(name: string): Recipe {
  const sections = readSections(join(folder, `${name}.md`));
  const text = sections.map((section) => section.text).join('');
  const blocks = sections.flatMap((section) => section.blocks);
  const proses = text.split(/\0\d+\0/);
  const [command, ...rest] = blocks;
  if (command?.language !== 'sh') throw new Error(`${name} begins with no command`);
  return {
    command: command.text.trim(),
    byHand: rest.map((block, index) => {
      const [, path] = [...(proses[index + 1] ?? '').matchAll(PATH)].at(-1) ?? [];
      if (path === undefined) throw new Error(`${name} names no file before: ${block.text}`);
      return { path, block };
    }),
  };
}

/** Runs the command of a recipe; returns the number of files that it reports. */
export function doCommand(dir: string, { command }: Recipe): number {
  return runIn(dir, ...command.split(' ')).match(/^(new|changed) +\S+$/gm)?.length ?? 0;
}

/** Makes the changes by hand; returns the number of files. */
export function doByHand(dir: string, { byHand }: Recipe): number {
  for (const { path, block } of byHand) {
    if (block.language === 'diff') applyDiff(placeIn(dir, path), block.text);
    else writeFileSync(join(dir, path), block.text, { flag: 'wx' });
  }
  return byHand.length;
}

/** The numbers of files in the table of recipes: by command, and by hand. */
export function promisedCounts(): ReadonlyMap<string, readonly [number, number]> {
  const rows = readFileSync(join(folder, 'README.md'), 'utf8').matchAll(
    /^\| \[an? [^\]]*\]\((\S+)\.md\) \| .*? \| (\d+) \| (\d+) \|/gm,
  );
  return new Map(
    [...rows].map(([, name = '', command, hand]) => [name, [Number(command), Number(hand)]]),
  );
}
