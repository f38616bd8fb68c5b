import type { Schema } from './model.ts';

/** Prefix of references to named schemas. */
const NAMED = '#/components/schemas/';
/** Schemas named only by the generator are numbered: `__schema0`. */
const NUMBERED = /__schema\d+$/;
/** Largest integer that JSON represents exactly (RFC 8259 section 6): not a real bound. */
const EXACT_MAX = Number.MAX_SAFE_INTEGER;
/** Longer patterns are not readable. */
const PATTERN_CHARACTERS_MAX = 60;
const VALUES_MAX = 40;

/** Name of the referenced schema; undefined if only the generator named it. */
export function nameOf({ $ref }: Schema): string | undefined {
  if (!$ref?.startsWith(NAMED)) return undefined;
  const name = $ref.slice(NAMED.length);
  return NUMBERED.test(name) ? undefined : name;
}

/** Whether a schema has a name of its own. */
export function isNamed(name: string): boolean {
  return !NUMBERED.test(name);
}

/** The referenced schema, or the schema itself. */
export function resolve(schema: Schema, schemas: ReadonlyMap<string, Schema>): Schema {
  const { $ref } = schema;
  if (!$ref?.startsWith(NAMED)) return schema;
  return schemas.get($ref.slice(NAMED.length)) ?? {};
}

/** Alternatives of a value, without null. */
export function waysOf(schema: Schema): readonly Schema[] {
  const ways = schema.anyOf ?? schema.oneOf;
  return ways?.filter(({ type }) => type !== 'null') ?? [schema];
}

/** Type of a value as inline Markdown. */
export function typeInWords(schema: Schema): string {
  const name = nameOf(schema);
  if (name !== undefined) return `[${name}](/docs/schemas/${name})`;
  if (schema.$ref !== undefined) return 'any JSON';
  if (schema.const !== undefined) return code(schema.const);
  if (schema.enum) return schema.enum.slice(0, VALUES_MAX).map(code).join(', ');
  const ways = schema.anyOf ?? schema.oneOf;
  if (ways) return [...new Set(ways.map(typeInWords))].join(' or ');
  const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? []);
  if (types.length === 0) return schema.properties ? 'object' : 'any JSON';
  return types.map((type) => wordOf(type, schema)).join(' or ');
}

function wordOf(type: string, { items, format, additionalProperties, properties }: Schema): string {
  if (type === 'array') return `list of ${items ? typeInWords(items) : 'any JSON'}`;
  if (type === 'string') return format === undefined ? 'string' : (formats[format] ?? format);
  const isMap = type === 'object' && !properties && typeof additionalProperties === 'object';
  if (isMap) return `object of ${typeInWords(additionalProperties)}`;
  return type;
}

const formats: Readonly<Record<string, string>> = {
  'date-time': 'time (RFC 3339)',
  date: 'date (RFC 3339)',
  uri: 'URL',
  email: 'email address',
};

/** Bounds, default and example of a value. */
export function notesOf(schema: Schema): readonly string[] {
  const [only, ...others] = waysOf(schema);
  const bounded = only !== undefined && others.length === 0 ? { ...only, ...schema } : schema;
  const example = bounded.examples?.[0];
  return [
    ...boundsOf(bounded),
    ...(bounded.default === undefined ? [] : [`default ${code(bounded.default)}`]),
    ...(example === undefined ? [] : [`for example ${code(example)}`]),
  ];
}

function boundsOf(schema: Schema): readonly string[] {
  const { minimum, maximum, minLength, maxLength, minItems, maxItems, pattern, format } = schema;
  const isPlain = format === undefined && minimum === undefined && pattern !== undefined;
  return [
    between(exact(minimum), exact(maximum), ''),
    between(minLength, maxLength, ' characters'),
    between(minItems, maxItems, ' items'),
    isPlain && pattern.length <= PATTERN_CHARACTERS_MAX ? `matches ${code(pattern)}` : undefined,
  ].filter((bound) => bound !== undefined);
}

function exact(bound: number | undefined): number | undefined {
  return bound === undefined || Math.abs(bound) >= EXACT_MAX ? undefined : bound;
}

function between(min: number | undefined, max: number | undefined, unit: string) {
  if (min !== undefined && max !== undefined)
    return min === max ? `${min}${unit}` : `${min} to ${max}${unit}`;
  if (min !== undefined) return `at least ${min}${unit}`;
  return max === undefined ? undefined : `at most ${max}${unit}`;
}

/** Markdown code span of any value (CommonMark section 6.1). */
export function code(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const runs = text.match(/`+/g) ?? [];
  const longest = Math.max(0, ...runs.map(({ length }) => length));
  const fence = '`'.repeat(longest + 1);
  const isAtEdge = text.startsWith('`') || text.endsWith('`') || text === '';
  return isAtEdge ? `${fence} ${text} ${fence}` : `${fence}${text}${fence}`;
}
