import type { Member } from '../document/members.ts';

/**
 * What a page consists of. It is read three ways: as markup, as Markdown and by the search, so that
 * none says what another does not.
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
  /** Its place in the address; absent where nobody links to it. */
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

/** What belongs to a word, each as inline Markdown. */
export interface Facts {
  readonly kind: 'facts';
  readonly rows: readonly (readonly [word: string, what: string])[];
}

export interface Members {
  readonly kind: 'members';
  /** What the addresses of its members begin with. */
  readonly id: string;
  readonly members: readonly Member[];
}

/** Code, in one language or in one of several at a time. */
export interface Samples {
  readonly kind: 'samples';
  /** What the code is, for those who hear the page. */
  readonly label: string;
  readonly samples: readonly Sample[];
}

export interface Sample {
  readonly language: string;
  /** As a code block of Markdown names it. */
  readonly fence: string;
  readonly text: string;
}

/** Cells are inline Markdown. */
export interface Table {
  readonly kind: 'table';
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** Pages that one may go on to. */
export interface Cards {
  readonly kind: 'cards';
  readonly cards: readonly {
    readonly title: string;
    readonly path: string;
    readonly markdown: string;
  }[];
}

/** What is said, and what is shown beside it where there is room. */
export interface Columns {
  readonly kind: 'columns';
  readonly said: readonly Block[];
  readonly shown: readonly Block[];
}

/** A part of a page with a heading of its own. */
export interface Section {
  readonly kind: 'section';
  readonly heading: Heading;
  readonly blocks: readonly Block[];
}

/** A form that sends the operation, for those whose browser runs scripts. */
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
  /** Where an id of the caller's own is found, by the name of the member that takes it. */
  readonly lists: Readonly<Record<string, string>>;
}

export interface TrialField {
  readonly in: 'path' | 'query';
  readonly name: string;
  readonly isRequired: boolean;
  readonly value: string;
  /** What may be chosen from; empty for anything. */
  readonly values: readonly string[];
}
