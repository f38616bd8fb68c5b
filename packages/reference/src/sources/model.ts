/** A guide as it is kept: Markdown, whose first line is its title. */
export interface Guide {
  /** As its address has it. */
  readonly name: string;
  readonly title: string;
  /** The paragraph under the title, as Markdown. */
  readonly description: string;
  /** What follows. */
  readonly text: string;
}

/** What is told of a type of event. */
export interface EventText {
  readonly type: string;
  /** When it comes. */
  readonly when: string;
  readonly publisher: string;
  /** The `data` of one. */
  readonly example: unknown;
}

/** What is told of an error code. */
export interface ErrorText {
  readonly code: string;
  /** Its usual status. */
  readonly status: number;
  /** Markdown; undefined where nobody has written it yet. */
  readonly text: string | undefined;
}

/** What the reference is made from, besides the document of the API. */
export interface Sources {
  /** In reading order. */
  readonly guides: readonly Guide[];
  readonly events: readonly EventText[];
  readonly errors: readonly ErrorText[];
}
