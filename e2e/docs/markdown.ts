import { readFileSync } from 'node:fs';

export interface Block {
  readonly language: string;
  readonly text: string;
}

/** What stands below one heading, down to the next of any level. */
export interface Section {
  readonly title: string;
  readonly text: string;
  readonly blocks: readonly Block[];
}

/** The sections of a page, in their order. */
export function readSections(path: string): readonly Section[] {
  const page = readFileSync(path, 'utf8');
  const blocks = new Map<string, Block>();
  // Comments in a block look like headings, so the blocks are taken out first.
  const prose = page.replaceAll(/^```(\w*)\n(.*?)^```$/gms, (_all, language, text) => {
    const mark = `\0${blocks.size}\0`;
    blocks.set(mark, { language, text });
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
