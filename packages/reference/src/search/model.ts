/** One place that the search leads to. */
export interface SearchRecord {
  /** Its number. */
  readonly id: number;
  readonly title: string;
  /** Of the page that it is on; the title itself for a whole page. */
  readonly page: string;
  readonly kind: string;
  readonly path: string;
  readonly text: string;
}

/** How MiniSearch searches, on the server and in browsers: what both read. */
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

/** What is shown at most. */
export const FOUND_MAX = 30;
