/** What is wrong with a statement beside services of the version before. */
export interface Objection {
  /** Whether it `breaks` what older code does or relies on, or `locks` it out for a while. */
  readonly kind: 'breaks' | 'locks';
  readonly what: string;
}

export const breaks = (what: string): Objection => ({ kind: 'breaks', what });
export const locks = (what: string): Objection => ({ kind: 'locks', what });

/** Names of what a migration has made itself: no older code knows of it, and it is empty. */
export interface Made {
  readonly tables: Set<string>;
  /** Columns that it added to older tables. */
  readonly columns: Set<string>;
  readonly functions: Set<string>;
}
