import { toPlain, toSections } from '../blocks/markdown-text.ts';
import type { Block } from '../blocks/model.ts';
import type { Member } from '../document/members.ts';
import { inTurns } from '../in-turns.ts';
import type { Page } from '../pages/model.ts';
import type { SearchRecord } from './model.ts';

/** Indexed length of a section: later text adds little. */
const TEXT_CHARACTERS_MAX = 1_500;

interface Place {
  readonly id: string;
  readonly title: string;
  readonly texts: string[];
  /** Low-priority texts, appended at the end. */
  readonly ends: string[];
}

/** Sections of all pages: each heading with the text below it. */
export async function toRecords(pages: readonly Page[]): Promise<readonly SearchRecord[]> {
  const places = await inTurns(pages, placesOf);
  return places.flat().map((record, id) => ({ id, ...record }));
}

function placesOf({ path, title, kind, toBlocks }: Page): readonly Omit<SearchRecord, 'id'>[] {
  const places: Place[] = [{ id: '', title, texts: [], ends: [] }];
  for (const block of toBlocks()) read(block, places);
  return places.map(({ id, title: own, texts, ends }) => ({
    title: own,
    page: title,
    kind,
    path: id === '' ? path : `${path}#${id}`,
    text: [...texts, ...ends]
      .join(' ')
      .replaceAll(/\s+/g, ' ')
      .trim()
      .slice(0, TEXT_CHARACTERS_MAX),
  }));
}

/** Skips tables, facts and samples: their content has its own section, or is not prose. */
function read(block: Block, places: Place[]): void {
  const say = (text: string) => places.at(-1)?.texts.push(text);
  switch (block.kind) {
    case 'heading':
      if (block.level > 1 && block.id)
        places.push({ id: block.id, title: block.text, texts: [], ends: [] });
      return;
    case 'prose':
      for (const { id, title, text } of toSections(block.markdown)) {
        if (id !== '') places.push({ id, title, texts: [], ends: [] });
        say(text);
      }
      return;
    case 'endpoint':
      places.at(-1)?.ends.push(`${block.method} ${block.path}`);
      return;
    case 'members':
      say(block.members.map(wordsOf).join(' '));
      return;
    case 'section':
      for (const each of [block.heading, ...block.blocks]) read(each, places);
      return;
    case 'columns':
      for (const each of block.said) read(each, places);
      return;
    case 'cards':
    case 'facts':
    case 'table':
    case 'samples':
    case 'trial':
      return;
  }
}

function wordsOf({ name, description }: Member): string {
  return `${name} ${toPlain(description)}`;
}
