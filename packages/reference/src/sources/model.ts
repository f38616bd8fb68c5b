/** A guide: Markdown whose first line is its title. */
export interface Guide {
  /** Name in the URL. */
  readonly name: string;
  readonly title: string;
  /** The paragraph under the title, as Markdown. */
  readonly description: string;
  /** The remaining text. */
  readonly text: string;
}

/** Documentation of an event type. */
export interface EventText {
  readonly type: string;
  /** When it is published. */
  readonly when: string;
  readonly publisher: string;
  /** Sample `data`. */
  readonly example: unknown;
}

/** Documentation of an error code. */
export interface ErrorText {
  readonly code: string;
  /** Default status. */
  readonly status: number;
  /** Markdown; undefined if not written yet. */
  readonly text: string | undefined;
}

/** Sources of the reference, besides the API document. */
export interface Sources {
  /** In reading order. */
  readonly guides: readonly Guide[];
  readonly events: readonly EventText[];
  readonly errors: readonly ErrorText[];
}
