import { isAmountName } from '../core/format.ts';
import type { Session } from '../core/session.ts';
import type { Texts } from '../texts/en.ts';

/** Name of a text. */
export type TextName = keyof Texts;

/** Typed values of an action's fields, by field name. */
export type Values = Readonly<Record<string, string>>;

export interface Field<One> {
  readonly name: string;
  readonly label: TextName;
  /** A picture is read from a file as a `data:` URL. */
  readonly type:
    | ('money' | 'number' | 'text' | 'long' | 'email')
    | ('instant' | 'choice' | 'choices' | 'check' | 'picture' | 'decimal' | 'tiers');
  readonly initial?: (one: One, session: Session) => string;
  /** Options of a choice; several selected ones are stored one per line. */
  readonly options?: readonly string[];
  /** Currency of a money or decimal field. */
  readonly currency?: (one: One, session: Session) => string;
  readonly isOptional?: boolean;
  /** Whether the form shows it; by default always. */
  readonly isShown?: (values: Values) => boolean;
}

/** An operation that describes its effect and amount before it runs. */
export interface Action<One> {
  readonly label: TextName;
  readonly isOpen: (one: One, session: Session) => boolean;
  readonly fields?: readonly Field<One>[];
  /** Loads data that the dialog needs before it can show its form. */
  readonly prepare?: (one: One) => Promise<One>;
  /** Text above the fields; undefined shows none. */
  readonly note?: (one: One) => string | undefined;
  /** Describes the effect. */
  readonly say: (one: One, values: Values, session: Session) => string;
  /** Asks the API for the result before confirmation; `values` holds what `run` needs from it. */
  readonly preview?: (one: One, values: Values) => Promise<Preview>;
  /** Runs the action. Retries use the same idempotency key, so it takes effect once. */
  readonly run: (
    one: One,
    values: Values,
    idempotencyKey: string,
    session: Session,
  ) => Promise<unknown>;
  /** Kinds to reload afterwards. */
  readonly touches: readonly string[];
  /** Action that reverses this one; its own label for one that restores the previous values. */
  readonly undo?: TextName;
  readonly isDangerous?: boolean;
  /** Draws a live preview while typing. */
  readonly draws?: 'brand' | 'price';
  /** Whether the values fit together; each field is checked before. */
  readonly isRight?: (values: Values, session: Session) => boolean;
  /** Secret in the reply, shown only once. */
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
  /** Amounts use the currency of their row. */
  readonly isMoney?: boolean;
}

/** Objects of another kind that belong to this one. */
export interface Related<One> {
  readonly screen: string;
  readonly list: (one: One) => Promise<Page<Thing>>;
  /** Overrides the label of the kind. */
  readonly label?: TextName;
  /** Filters under which their own list shows all of them. */
  readonly filters?: (one: One) => Readonly<Record<string, string>>;
  readonly isFor?: (one: One) => boolean;
  /** Poll interval, for data without events. */
  readonly everyMs?: number;
}

interface KindOf<One> {
  /** Name in events and in `object`. */
  readonly name: string;
  readonly screen: TextName;
  /** Prefix of its IDs; undefined if it has no page. */
  readonly prefix?: string;
  readonly isFor?: (session: Session) => boolean;
  readonly list?: (query: Query) => Promise<Page<One>>;
  readonly get?: (id: string) => Promise<One>;
  readonly titleOf?: (one: One) => string;
  readonly columns: readonly Column<One>[];
  /** List filters: query parameter and its options; without options it is a text field. */
  readonly filters?: Readonly<Record<string, readonly string[]>>;
  readonly related?: readonly Related<One>[];
  /** Shown on its page, or in its row if it has no page. */
  readonly actions?: readonly Action<One>[];
  /** Actions that create an object. */
  readonly creates?: readonly Action<undefined>[];
  /** Note above the list. */
  readonly note?: TextName;
  /** Download of the list, with the current filters. */
  readonly listFile?: { readonly label: TextName; readonly path: string };
  readonly files?: readonly { readonly label: TextName; readonly path: (one: One) => string }[];
  /** API path of one object, for copying as curl. */
  readonly apiPath?: (id: string) => string;
  /** Lifecycle states from left to right; the current one is `status`. */
  readonly states?: readonly (readonly string[])[];
}

/** Any object of the API. */
export type Thing = Readonly<Record<string, unknown>> & { readonly id: string };

/** A kind with its type erased, for lists and pages. */
export type Kind = KindOf<Thing>;

/** Type-checks a kind against the API before erasing its type. */
export function defineKind<One>(kind: KindOf<One>): Kind {
  return kind as unknown as Kind;
}

/** Columns by API field name. */
export function columns<One extends object>(
  ...names: readonly (keyof One & string)[]
): readonly Column<One>[] {
  return names.map((name) => ({
    label: name,
    of: (one) => one[name],
    isMoney: isAmountName(name),
  }));
}

/** Converts an API list reply to a page. */
export function asPage(reply: { readonly data: readonly unknown[]; readonly has_more?: boolean }) {
  return { data: reply.data as readonly Thing[], has_more: reply.has_more ?? false };
}

/** Splits at white space. */
export function linesOf(text: string): readonly string[] {
  return text.split(/\s+/).filter((line) => line !== '');
}

/** Drops empty values. */
export function filled(values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value.trim() !== ''));
}
