import { readFileSync } from 'node:fs';

export interface Block {
  readonly language: string;
  /** File name after the language in the fence. */
  readonly name: string;
  readonly text: string;
}

/** The text below one heading, up to the next heading of any level. */
export interface Section {
  readonly title: string;
  readonly text: string;
  readonly blocks: readonly Block[];
}

/** Fenced blocks, each with the preceding prose of its section. */
const FENCE = /^```(\w*)(?: (\S+))?\n(.*?)^```$/gms;

/** The sections of a page, in order. */
export function readSections(path: string): readonly Section[] {
  const page = readFileSync(path, 'utf8');
  const blocks = new Map<string, Block>();
  // Comments in a block look like headings, so blocks are removed first.
  const prose = page.replaceAll(FENCE, (_all, language, name = '', text) => {
    const mark = `\0${blocks.size}\0`;
    blocks.set(mark, { language, name, text });
    return mark;
  });
  return prose
    .split(/^#+ /m)
    .slice(1)
    .map((section) => ({
      title: section.slice(0, section.indexOf('\n')),
      text: section,
      blocks: [...section.matchAll(/\0\d+\0/g)].flatMap(([mark]) => blocks.get(mark) ?? []),
    }));
}

/** A block of a page, and the prose before it. */
export interface Step {
  readonly prose: string;
  readonly block: Block;
}

export function readSteps(page: string): readonly Step[] {
  let end = 0;
  return [...page.matchAll(FENCE)].map(
    ({ 0: all, 1: language = '', 2: name = '', 3: text = '', index }) => {
      const prose = page.slice(end, index);
      end = index + all.length;
      return { prose, block: { language, name, text } };
    },
  );
}

/** The page with these texts in its blocks, in order. */
export function replaceBlocks(page: string, texts: readonly string[]): string {
  let index = -1;
  return page.replaceAll(FENCE, (all: string, _language, _name, text: string) => {
    index += 1;
    return `${all.slice(0, all.length - text.length - 3)}${texts[index] ?? text}\`\`\``;
  });
}
