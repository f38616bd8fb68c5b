import { compareSchemas } from './compare-schemas.ts';
import type { Direction, Schema, Schemas } from './schema.ts';

type Content = Readonly<Record<string, { readonly schema: Schema }>>;

interface Parameter {
  readonly in: string;
  readonly name: string;
  readonly required?: boolean;
  readonly schema: Schema;
}

interface Operation {
  readonly security?: readonly Readonly<Record<string, unknown>>[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly required?: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
}

/** The parts of an OpenAPI 3.1 document that clients rely on. */
export interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components?: { readonly schemas?: Schemas };
}

/** Guarantees of `old` that `now` no longer gives to clients. */
export function compareDocuments(old: Document, now: Document): string[] {
  const problems: string[] = [];
  for (const [path, operations] of Object.entries(old.paths)) {
    for (const [method, before] of Object.entries(operations)) {
      const name = `${method.toUpperCase()} ${path}`;
      const after = now.paths[path]?.[method];
      if (after) problems.push(...compareOperations(name, before, after, old, now));
      else problems.push(`${name}: was removed`);
    }
  }
  return problems;
}

function compareOperations(
  name: string,
  before: Operation,
  after: Operation,
  old: Document,
  now: Document,
): string[] {
  const schemas = (direction: Direction, path: string, from: Schema, to: Schema) =>
    compareSchemas(path, sideOf(old, from), sideOf(now, to), direction);
  return [
    ...(isOpen(before) && !isOpen(after) ? [`${name}: needs a token now`] : []),
    ...compareParameters(name, before, after, schemas),
    ...compareBodies(name, before, after, schemas),
    ...Object.entries(before.responses).flatMap(([status, { content = {} }]) => {
      const reply = after.responses[status];
      if (!reply) return [`${name} ${status}: was removed`];
      return compareContents(`${name} ${status}`, content, reply.content ?? {}, (...sides) =>
        schemas('response', ...sides),
      );
    }),
  ];
}

type CompareSchemas = (direction: Direction, path: string, old: Schema, now: Schema) => string[];

function compareParameters(
  name: string,
  { parameters: olds = [] }: Operation,
  { parameters: nows = [] }: Operation,
  compare: CompareSchemas,
): string[] {
  const find = (list: readonly Parameter[], { in: place, name: wanted }: Parameter) =>
    list.find((one) => one.in === place && one.name === wanted);
  const required = nows
    .filter((after) => after.required && !find(olds, after)?.required)
    .map((after) => `${name} ${after.in} ${after.name}: became required`);
  const others = olds.flatMap((before) => {
    const path = `${name} ${before.in} ${before.name}`;
    const after = find(nows, before);
    return after ? compare('request', path, before.schema, after.schema) : [`${path}: was removed`];
  });
  return [...required, ...others];
}

function compareBodies(
  name: string,
  { requestBody: old }: Operation,
  { requestBody: now }: Operation,
  compare: CompareSchemas,
): string[] {
  const path = `${name} body`;
  const required = now?.required && !old?.required ? [`${path}: became required`] : [];
  if (!old) return required;
  if (!now) return [`${path}: was removed`];
  return [
    ...required,
    ...compareContents(path, old.content, now.content, (...sides) => compare('request', ...sides)),
  ];
}

function compareContents(
  path: string,
  old: Content,
  now: Content,
  compare: (path: string, old: Schema, now: Schema) => string[],
): string[] {
  return Object.entries(old).flatMap(([type, { schema }]) => {
    const after = now[type];
    return after ? compare(path, schema, after.schema) : [`${path}: ${type} was removed`];
  });
}

/** Whether it can be called without a token. */
function isOpen({ security = [] }: Operation): boolean {
  return security.length === 0 || security.some((way) => Object.keys(way).length === 0);
}

function sideOf({ components }: Document, schema: Schema) {
  return { schema, schemas: components?.schemas ?? {} };
}
