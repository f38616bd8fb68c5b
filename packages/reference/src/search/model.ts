/** A searchable section. */
export interface SearchRecord {
  /** Index of the record. */
  readonly id: number;
  readonly title: string;
  /** Title of its page; the title itself for a whole page. */
  readonly page: string;
  readonly kind: string;
  readonly path: string;
  readonly text: string;
}

/** MiniSearch options, shared by server and browser. */
export const searchOptions = {
  fields: ['title', 'page', 'path', 'text'],
  storeFields: ['title', 'page', 'kind', 'path', 'text'],
  searchOptions: {
    boost: { title: 4, page: 2 },
    prefix: true,
    fuzzy: 0.15,
    combineWith: 'AND',
  },
} as const;

/** Maximum number of results. */
export const FOUND_MAX = 30;
