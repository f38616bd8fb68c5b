/** The sender: clients, whom the new side must still accept, or the service. */
export type Direction = 'request' | 'response';

/** The part of JSON Schema (2020-12) that Florin's OpenAPI documents use. */
export interface Schema {
  readonly $ref?: string;
  readonly $defs?: Schemas;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly propertyNames?: Schema;
  readonly items?: Schema;
  readonly format?: string;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly maxProperties?: number;
}

/** Named schemas of a document. */
export type Schemas = Readonly<Record<string, Schema>>;

/** Compared keywords, and those without effect on values. */
const known = new Set([
  ...['$ref', 'type', 'enum', 'const', 'anyOf', 'properties', 'required', 'additionalProperties'],
  ...['propertyNames', 'items', 'format', 'pattern', 'minimum', 'maximum', 'minLength'],
  ...[
    'maxLength',
    'minItems',
    'maxItems',
    'maxProperties',
    'description',
    'title',
    'default',
    'example',
    'examples',
  ],
  ...['exclusiveMinimum', 'exclusiveMaximum', 'deprecated', 'readOnly', '$schema', '$defs'],
]);

/** Keywords that the comparison does not support and must not ignore. */
export function unknownKeywords(schema: Schema): string[] {
  return Object.keys(schema).filter((keyword) => !known.has(keyword));
}

/** Alternatives for a value: references resolved, nested choices flattened. */
export function alternativesOf(schema: Schema, schemas: Schemas): readonly Schema[] {
  if (schema.$ref !== undefined) {
    const name = schema.$ref.split('/').at(-1) ?? '';
    const target = schemas[name];
    if (!target) throw new Error(`${schema.$ref} has no target: generate the document again`);
    return alternativesOf(target, schemas);
  }
  if (schema.anyOf) return schema.anyOf.flatMap((choice) => alternativesOf(choice, schemas));
  const { type } = schema;
  return typeof type === 'object' ? type.map((one) => ({ ...schema, type: one })) : [schema];
}

const JSON_TYPES = ['string', 'number', 'boolean', 'null', 'array', 'object'] as const;

/** Whether these alternatives accept any JSON. */
export function isAnyJson(alternatives: readonly Schema[]): boolean {
  return JSON_TYPES.every((type) => alternatives.some((schema) => schema.type === type));
}

/** The values that a schema lists; undefined without a list. */
export function valuesOf(schema: Schema): readonly unknown[] | undefined {
  return 'const' in schema ? [schema.const] : schema.enum;
}
