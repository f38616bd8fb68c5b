import { readFileSync } from 'node:fs';
import { eventCatalogue, serviceNames } from '@florin/contracts';
import { z } from 'zod';

/** A JSON Schema, as far as names matter. */
export interface Schema {
  readonly type?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
}

export interface Parameter extends Schema {
  readonly name: string;
  readonly in: string;
}

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema: Schema }>>;
}

interface Operation {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Content>>;
}

type Named = Readonly<Record<string, Schema & { readonly $ref?: string }>>;

/** Replaces references by their targets in a schema or document. */
function resolve<Content>(content: Content, named: Named): Content {
  const text = JSON.stringify(content, (_key, value) => {
    const name = typeof value?.$ref === 'string' ? value.$ref.split('/').at(-1) : undefined;
    if (name === undefined) return value;
    const { $ref: _, ...beside } = value;
    return { ...named[name], ...beside };
  });
  return JSON.parse(text);
}

/** The request and response schemas of an operation or event, and its name. */
export interface Surface {
  readonly where: string;
  readonly parameters: readonly Parameter[];
  readonly sent: readonly Schema[];
  readonly answered: readonly Schema[];
}

/** Every operation in every service's document. */
export function listOperations(): Surface[] {
  return serviceNames.flatMap((service) => {
    const file = new URL(`../../../apps/${service}/openapi.json`, import.meta.url);
    const { paths: read, components } = JSON.parse(readFileSync(file, 'utf8')) as {
      paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
      components: { schemas: Named };
    };
    const paths = resolve(read, components.schemas);
    return Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        where: `${method.toUpperCase()} ${path}`,
        parameters: (operation.parameters ?? []).filter((parameter) => parameter.in === 'query'),
        sent: schemasOf(operation.requestBody),
        answered: Object.entries(operation.responses)
          .filter(([status]) => status.startsWith('2'))
          .flatMap(([, response]) => schemasOf(response)),
      })),
    );
  });
}

/** Every text in the documents' examples, with its member name. */
export function listExampleTexts(): (readonly [name: string, text: string])[] {
  return serviceNames.flatMap((service) => {
    const file = new URL(`../../../apps/${service}/examples.json`, import.meta.url);
    return textsIn('', JSON.parse(readFileSync(file, 'utf8')));
  });
}

function textsIn(name: string, value: unknown): (readonly [string, string])[] {
  if (typeof value === 'string') return [[name, value]];
  if (Array.isArray(value)) return value.flatMap((item) => textsIn(name, item));
  return Object.entries(value ?? {}).flatMap(([inner, member]) => textsIn(inner, member));
}

/** The object of every event type. */
export function listEventObjects(): Surface[] {
  return Object.entries(eventCatalogue).map(([where, schema]) => {
    const { $defs, ...object } = z.toJSONSchema(schema);
    return {
      where,
      parameters: [],
      sent: [],
      answered: [resolve(object as Schema, $defs as Named)],
    };
  });
}

function schemasOf({ content = {} }: Content = {}): Schema[] {
  return Object.values(content).map(({ schema }) => schema);
}

/** Every object within a schema, with its path. */
export function objectsIn(
  schema: Schema,
  path = '',
): { path: string; properties: NonNullable<Schema['properties']> }[] {
  const { properties, items, anyOf = [] } = schema;
  return [
    ...(properties ? [{ path, properties }] : []),
    ...Object.entries(properties ?? {}).flatMap(([name, inner]) =>
      objectsIn(inner, `${path}.${name}`),
    ),
    ...(items ? objectsIn(items, path) : []),
    ...anyOf.flatMap((inner) => objectsIn(inner, path)),
  ];
}
