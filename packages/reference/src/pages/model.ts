import type { Block } from '../blocks/model.ts';

/** A page before it is rendered. */
export interface Page {
  /** `/docs/guides/webhooks`; its Markdown is at the same address with `.md`. */
  readonly path: string;
  readonly title: string;
  /** One sentence or two, without marks. */
  readonly description: string;
  /** Category shown in search results. */
  readonly kind: PageKind;
  /** Rendered on demand. */
  readonly toBlocks: () => readonly Block[];
}

export type PageKind = 'Start' | 'Guide' | 'API' | 'Events' | 'Errors' | 'Schemas';
