/** A conflict of a statement with services of the previous version. */
export interface Objection {
  /** Whether it `breaks` older code, or `locks` it out for a while. */
  readonly kind: 'breaks' | 'locks';
  readonly what: string;
}

export const breaks = (what: string): Objection => ({ kind: 'breaks', what });
export const locks = (what: string): Objection => ({ kind: 'locks', what });

/** Objects created by the same migration: older code does not know them, and they are empty. */
export interface Made {
  readonly tables: Set<string>;
  /** Columns that it added to older tables. */
  readonly columns: Set<string>;
  readonly functions: Set<string>;
}
