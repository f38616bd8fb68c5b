import type { Member } from '../document/members.ts';

/**
 * A block of a page. HTML, Markdown and search are generated from the same blocks, so they cannot
 * differ.
 */
export type Block =
  | Heading
  | Prose
  | Endpoint
  | Facts
  | Members
  | Samples
  | Table
  | Cards
  | Columns
  | Trial
  | Section;

export interface Heading {
  readonly kind: 'heading';
  readonly level: 1 | 2 | 3;
  /** Fragment of the heading; absent if it is not linkable. */
  readonly id?: string;
  readonly text: string;
}

/** Markdown, with headings of its own in guides. */
export interface Prose {
  readonly kind: 'prose';
  readonly markdown: string;
}

export interface Endpoint {
  readonly kind: 'endpoint';
  readonly method: string;
  readonly path: string;
}

/** Terms and their values, as inline Markdown. */
export interface Facts {
  readonly kind: 'facts';
  readonly rows: readonly (readonly [word: string, what: string])[];
}

export interface Members {
  readonly kind: 'members';
  /** Prefix of the members' fragments. */
  readonly id: string;
  readonly members: readonly Member[];
}

/** Code samples, as tabs if there are several languages. */
export interface Samples {
  readonly kind: 'samples';
  /** Label for screen readers. */
  readonly label: string;
  readonly samples: readonly Sample[];
}

export interface Sample {
  readonly language: string;
  /** Language tag of the Markdown code block. */
  readonly fence: string;
  readonly text: string;
}

/** Cells are inline Markdown. */
export interface Table {
  readonly kind: 'table';
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** Links to other pages. */
export interface Cards {
  readonly kind: 'cards';
  readonly cards: readonly {
    readonly title: string;
    readonly path: string;
    readonly markdown: string;
  }[];
}

/** Text, and content beside it if there is room. */
export interface Columns {
  readonly kind: 'columns';
  readonly said: readonly Block[];
  readonly shown: readonly Block[];
}

/** A part of a page with its own heading. */
export interface Section {
  readonly kind: 'section';
  readonly heading: Heading;
  readonly blocks: readonly Block[];
}

/** A form that sends the operation; needs scripts. */
export interface Trial {
  readonly kind: 'trial';
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  readonly fields: readonly TrialField[];
  readonly takesKey: boolean;
  readonly needsToken: boolean;
  readonly body: string | undefined;
  readonly mediaType: string | undefined;
  /** List operation that returns the caller's IDs, by parameter name. */
  readonly lists: Readonly<Record<string, string>>;
}

export interface TrialField {
  readonly in: 'path' | 'query';
  readonly name: string;
  readonly isRequired: boolean;
  readonly value: string;
  /** Allowed values; empty for any. */
  readonly values: readonly string[];
}
