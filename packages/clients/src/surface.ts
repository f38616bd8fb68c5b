/** The API of a client, independent of a language. */
export interface Surface {
  readonly models: readonly Model[];
  readonly choices: readonly Choice[];
  readonly groups: readonly Group[];
}

export type Type =
  | { readonly kind: 'text' | 'integer' | 'number' | 'boolean' | 'any' | 'time' }
  | { readonly kind: 'constant'; readonly value: string | boolean }
  | { readonly kind: 'choice'; readonly choice: Choice }
  | { readonly kind: 'list' | 'map'; readonly of: Type }
  | { readonly kind: 'model'; readonly name: string }
  | { readonly kind: 'nullable'; readonly of: Type };

/** An enum of strings. Later API versions may add values. */
export interface Choice {
  readonly name: string;
  readonly values: readonly string[];
}

export interface Field {
  /** The JSON property name. */
  readonly name: string;
  readonly type: Type;
  readonly isRequired: boolean;
  readonly description: string | undefined;
}

export interface Model {
  readonly name: string;
  readonly description: string | undefined;
  readonly fields: readonly Field[];
  /** Whether responses contain it; false for models that are only sent. */
  readonly isAnswered: boolean;
}

/** The operations of one tag. */
export interface Group {
  readonly name: string;
  readonly description: string;
  readonly calls: readonly Call[];
}

export interface Call {
  readonly operationId: string;
  /** Words of the name, unique in its group. */
  readonly name: readonly string[];
  readonly summary: string;
  readonly description: string | undefined;
  readonly method: string;
  readonly path: string;
  readonly pathNames: readonly string[];
  /** The model of its query parameters. */
  readonly query: Model | undefined;
  readonly body: Type | undefined;
  readonly answer:
    | { readonly kind: 'json'; readonly type: Type }
    /** All items of a list, page by page. */
    | { readonly kind: 'pages'; readonly of: Type }
    /** A binary file. */
    | { readonly kind: 'bytes' };
}
