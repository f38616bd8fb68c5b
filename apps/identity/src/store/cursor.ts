import type { Uuid } from '@florin/contracts';

/** Where a page of a list begins: at most one of the two. */
export interface Cursor {
  /** Only what is older than this one. */
  readonly after: Uuid | undefined;
  /** Only what is newer than this one; the oldest of them come first. */
  readonly before: Uuid | undefined;
}
