import { isAmountName } from '../core/format.ts';
import type { Session } from '../core/session.ts';
import type { Texts } from '../texts/en.ts';

/** The name of a text. */
export type TextName = keyof Texts;

/** What somebody has typed into the fields of an action, by their names. */
export type Values = Readonly<Record<string, string>>;

export interface Field<One> {
  readonly name: string;
  readonly label: TextName;
  /** A picture is read from a file, as a `data:` URL. */
  readonly type:
    | ('money' | 'number' | 'text' | 'long' | 'email')
    | ('instant' | 'choice' | 'choices' | 'check' | 'picture');
  readonly initial?: (one: One, session: Session) => string;
  /** Of a choice, or of several: then one a line. */
  readonly options?: readonly string[];
  /** Of money: minor units of this one. */
  readonly currency?: (one: One, session: Session) => string;
  readonly isOptional?: boolean;
}

/** Something that can be done, said in words and cents before it is. */
export interface Action<One> {
  readonly label: TextName;
  readonly isOpen: (one: One, session: Session) => boolean;
  readonly fields?: readonly Field<One>[];
  /** Loads what the dialog has to know before it can ask. */
  readonly prepare?: (one: One) => Promise<One>;
  /** Shown above the fields; undefined shows nothing. */
  readonly note?: (one: One) => string | undefined;
  /** What will happen. */
  readonly say: (one: One, values: Values, session: Session) => string;
  /** Asks the API what it would come to, before it is confirmed; what `run` needs of that is in `values`. */
  readonly preview?: (one: One, values: Values) => Promise<Preview>;
  /** Does it, under one key: however often it is sent, it is done once. */
  readonly run: (
    one: One,
    values: Values,
    idempotencyKey: string,
    session: Session,
  ) => Promise<unknown>;
  /** Kinds that have changed then. */
  readonly touches: readonly string[];
  /** The action of its kind that takes it back; its own, for one that puts back what stood there. */
  readonly undo?: TextName;
  readonly isDangerous?: boolean;
  /** Shows what is typed as others will see it, while it is. */
  readonly draws?: 'brand';
  /** What is shown once it is done, and never again. */
  readonly secretOf?: (reply: unknown) => string | undefined;
}

export interface Preview {
  /** In words and cents. */
  readonly says: readonly string[];
  readonly values: Values;
}

export interface Page<One> {
  readonly data: readonly One[];
  readonly has_more: boolean;
}

export type Query = Readonly<Record<string, string | number | undefined>>;

export interface Column<One> {
  readonly label: string;
  readonly of: (one: One) => unknown;
  /** Amounts have the currency of their row. */
  readonly isMoney?: boolean;
}

/** Things of another kind that belong to one. */
export interface Related<One> {
  readonly screen: string;
  readonly list: (one: One) => Promise<Page<Thing>>;
  /** What they are called here, where that is not what all of their kind are. */
  readonly label?: TextName;
  /** By which filters their own list has all of them. */
  readonly filters?: (one: One) => Readonly<Record<string, string>>;
  readonly isFor?: (one: One) => boolean;
  /** Loaded again this often, where no event tells of it. */
  readonly everyMs?: number;
}

interface KindOf<One> {
  /** As events and objects call it. */
  readonly name: string;
  readonly screen: TextName;
  /** What its ids begin with; undefined for what has no page. */
  readonly prefix?: string;
  readonly isFor?: (session: Session) => boolean;
  readonly list?: (query: Query) => Promise<Page<One>>;
  readonly get?: (id: string) => Promise<One>;
  readonly titleOf?: (one: One) => string;
  readonly columns: readonly Column<One>[];
  /** Query parameters of the list that take one of these; with none, what somebody types. */
  readonly filters?: Readonly<Record<string, readonly string[]>>;
  readonly related?: readonly Related<One>[];
  /** On its page; in its row where it has none. */
  readonly actions?: readonly Action<One>[];
  /** What makes a new one; it acts on nothing yet. */
  readonly creates?: readonly Action<undefined>[];
  /** What is to know of the list. */
  readonly note?: TextName;
  /** What a list is fetched as, with the filters that were chosen. */
  readonly listFile?: { readonly label: TextName; readonly path: string };
  readonly files?: readonly { readonly label: TextName; readonly path: (one: One) => string }[];
  /** Where the API answers for one of them. */
  readonly apiPath?: (id: string) => string;
  /** What it may become, from left to right; its own is that of `status`. */
  readonly states?: readonly (readonly string[])[];
}

/** Whatever the API tells of. */
export type Thing = Readonly<Record<string, unknown>> & { readonly id: string };

/** A kind with its type erased: what lists and pages work with. */
export type Kind = KindOf<Thing>;

/** It exists so that what is said of a kind is checked against what the API answers with. */
export function defineKind<One>(kind: KindOf<One>): Kind {
  return kind as unknown as Kind;
}

/** Columns by their names, as the API has them. */
export function columns<One extends object>(
  ...names: readonly (keyof One & string)[]
): readonly Column<One>[] {
  return names.map((name) => ({
    label: name,
    of: (one) => one[name],
    isMoney: isAmountName(name),
  }));
}

/** A page of a list of the API. */
export function asPage(reply: { readonly data: readonly unknown[]; readonly has_more?: boolean }) {
  return { data: reply.data as readonly Thing[], has_more: reply.has_more ?? false };
}

/** One a line, or a word. */
export function linesOf(text: string): readonly string[] {
  return text.split(/\s+/).filter((line) => line !== '');
}

/** Of what somebody has typed, what is not empty. */
export function filled(values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value.trim() !== ''));
}
