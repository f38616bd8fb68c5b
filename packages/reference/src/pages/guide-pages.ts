import { toPlain } from '../blocks/markdown-text.ts';
import type { Guide } from '../sources/model.ts';
import type { Page } from './model.ts';

export function guidePages(guides: readonly Guide[]): readonly Page[] {
  return guides.map(
    (guide): Page => ({
      path: guidePath(guide),
      title: guide.title,
      description: toPlain(guide.description),
      kind: 'Guide',
      toBlocks: () => [
        { kind: 'heading', level: 1, text: guide.title },
        { kind: 'prose', markdown: `${guide.description}\n\n${guide.text}` },
      ],
    }),
  );
}

export function guidePath({ name }: Pick<Guide, 'name'>): string {
  return `/docs/guides/${name}`;
}
