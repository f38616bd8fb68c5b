/** What of JSON Schema (2020-12) the documents of Florin use, as far as options need it. */
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

/** How a value is typed in: `map` as `name=value`, `json` as JSON. */
export type Kind = 'text' | 'whole' | 'number' | 'flag' | 'list' | 'map' | 'json';

/** One thing that can be said by an option. */
export interface Field {
  /** Where it is in the body or query: `['address', 'country']`. */
  readonly path: readonly string[];
  readonly kind: Kind;
  readonly isRequired: boolean;
  readonly isNullable: boolean;
  readonly description: string;
  /** The values that it may have; empty for any. */
  readonly values: readonly string[];
}

/** Objects in objects become options up to here; what is deeper is said as JSON. */
const DEPTH_MAX = 4;

/** The members of a body that can be said one by one. */
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

/** One value of a query or body. */
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

/** Without references, without the choice of null. */
function plain(
  schema: Schema,
  schemas: Schemas,
): { readonly schema: Schema; readonly isNullable: boolean } {
  let found = schema;
  let isNullable = false;
  // Each turn takes one wrapping off; one that never ends is as good as any value.
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
