import type { Block } from '../blocks/model.ts';

/** A page before it is rendered. */
export interface Page {
  /** `/docs/guides/webhooks`; its Markdown is at the same address with `.md`. */
  readonly path: string;
  readonly title: string;
  /** One sentence or two, without marks. */
  readonly description: string;
  /** What it is about, in a word, as the search shows it. */
  readonly kind: PageKind;
  /** Made when it is asked for. */
  readonly toBlocks: () => readonly Block[];
}

export type PageKind = 'Start' | 'Guide' | 'API' | 'Events' | 'Errors' | 'Schemas';
