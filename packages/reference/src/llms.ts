import { inTurns } from './in-turns.ts';
import type { Page, PageKind } from './pages/model.ts';
import { WHAT } from './pages/start-page.ts';

const groups: readonly (readonly [title: string, kind: PageKind])[] = [
  ['Guides', 'Guide'],
  ['Operations', 'API'],
  ['Events', 'Events'],
  ['Errors', 'Errors'],
  ['Schemas', 'Schemas'],
];

/** Index of all pages for assistants (llmstxt.org). */
export function overview(pages: readonly Page[], publicUrl = ''): string {
  const origin = publicUrl.replace(/\/$/, '');
  const sections = groups.flatMap(([title, kind]) => {
    const own = pages.filter((page) => page.kind === kind);
    if (own.length === 0) return [];
    const lines = own.map(
      ({ title: name, path, description }) => `- [${name}](${origin}${path}.md): ${description}`,
    );
    return [`## ${title}\n\n${lines.join('\n')}`];
  });
  return `${[`# Florin\n\n> ${WHAT}`, `All pages in one: ${origin}/llms-full.txt`, ...sections].join('\n\n')}\n`;
}

/** All pages as one Markdown text. */
export async function fullText(
  pages: readonly Page[],
  toText: (page: Page) => string,
): Promise<string> {
  const texts = await inTurns(pages, toText);
  return texts.join('\n');
}
