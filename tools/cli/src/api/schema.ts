/** The part of JSON Schema (2020-12) in Florin's documents that options need. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly deprecated?: boolean;
  readonly readOnly?: boolean;
}

export type Schemas = Readonly<Record<string, Schema>>;

/** Notation of a value: `map` is `name=value`, `json` is JSON. */
export type Kind = 'text' | 'whole' | 'number' | 'flag' | 'list' | 'map' | 'json';

/** A value that an option sets. */
export interface Field {
  /** Path in the body or query: `['address', 'country']`. */
  readonly path: readonly string[];
  readonly kind: Kind;
  readonly isRequired: boolean;
  readonly isNullable: boolean;
  readonly description: string;
  /** Allowed values; empty for any. */
  readonly values: readonly string[];
}

/** Depth of nested objects with options of their own; deeper ones are JSON. */
const DEPTH_MAX = 4;

/** Members of a body that have their own option. */
export function fieldsOf(
  schema: Schema,
  schemas: Schemas,
  above: { readonly path: readonly string[]; readonly isRequired: boolean } = {
    path: [],
    isRequired: true,
  },
): readonly Field[] {
  const { properties = {}, required = [] } = plain(schema, schemas).schema;
  return Object.entries(properties).flatMap(([name, member]): readonly Field[] => {
    if (isNeverSent(member)) return [];
    const path = [...above.path, name];
    const isRequired = above.isRequired && required.includes(name);
    const { schema: value, isNullable } = plain(member, schemas);
    if (value.properties && path.length < DEPTH_MAX)
      return fieldsOf(value, schemas, { path, isRequired: isRequired && !isNullable });
    return [fieldOf(path, member, isRequired, schemas)];
  });
}

/** A value of a query or body. */
export function fieldOf(
  path: readonly string[],
  given: Schema,
  isRequired: boolean,
  schemas: Schemas,
): Field {
  const { schema, isNullable } = plain(given, schemas);
  const description = given.description ?? schema.description ?? '';
  const values = (schema.enum ?? plain(schema.items ?? {}, schemas).schema.enum ?? []).filter(
    (value) => value !== null,
  );
  return {
    path,
    kind: kindOf(schema, schemas),
    isRequired,
    isNullable,
    description,
    values: values.map(String),
  };
}

function isNeverSent({ deprecated, readOnly, description }: Schema): boolean {
  return deprecated === true || readOnly === true || (description ?? '').startsWith('Read-only');
}

/** Without references and nullable choices. */
function plain(
  schema: Schema,
  schemas: Schemas,
): { readonly schema: Schema; readonly isNullable: boolean } {
  let found = schema;
  let isNullable = false;
  // Each turn unwraps one level; an endless schema counts as any value.
  for (let turn = 0; turn < 10; turn += 1) {
    const choices = found.anyOf ?? found.oneOf;
    const others = choices?.filter(({ type }) => type !== 'null');
    if (found.$ref !== undefined) found = schemas[found.$ref.split('/').at(-1) ?? ''] ?? {};
    else if (found.allOf?.length === 1) found = found.allOf[0] ?? {};
    else if (choices && others?.length === 1) {
      isNullable ||= others.length < choices.length;
      found = others[0] ?? {};
    } else break;
  }
  return { schema: found, isNullable: isNullable || typesOf(found).includes('null') };
}

const typesOf = ({ type }: Schema): readonly string[] =>
  typeof type === 'string' ? [type] : (type ?? []);

const SIMPLE: Readonly<Record<string, Kind>> = {
  string: 'text',
  integer: 'whole',
  number: 'number',
  boolean: 'flag',
};

function kindOf(schema: Schema, schemas: Schemas): Kind {
  const types = typesOf(schema).filter((type) => type !== 'null');
  if (types.length !== 1) return schema.enum ? 'text' : 'json';
  const simple = SIMPLE[types[0] ?? ''];
  if (simple !== undefined) return simple;
  if (types[0] !== 'array') return schema.properties ? 'json' : 'map';
  return kindOf(plain(schema.items ?? {}, schemas).schema, schemas) === 'text' ? 'list' : 'json';
}
