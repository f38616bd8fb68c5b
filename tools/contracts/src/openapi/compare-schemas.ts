import { compareValues } from './compare-values.ts';
import {
  alternativesOf,
  type Direction,
  isAnyJson,
  type Schema,
  type Schemas,
  unknownKeywords,
} from './schema.ts';

/** A schema with the named schemas of its document. */
export interface Side {
  readonly schema: Schema;
  readonly schemas: Schemas;
}

/**
 * Incompatible changes of a schema, as texts that begin with `path`. A request must accept all it
 * accepted; an answer must hold all it held.
 */
export function compareSchemas(
  path: string,
  old: Side,
  now: Side,
  direction: Direction,
  seen: ReadonlySet<string> = new Set(),
): string[] {
  // A recursive schema is finished when its pair comes round again.
  const pair = `${old.schema.$ref} ${now.schema.$ref}`;
  const isNamed = old.schema.$ref !== undefined && now.schema.$ref !== undefined;
  if (isNamed && seen.has(pair)) return [];
  const seenNow = isNamed ? new Set([...seen, pair]) : seen;

  const olds = alternativesOf(old.schema, old.schemas).map((schema) => ({ ...old, schema }));
  const nows = alternativesOf(now.schema, now.schemas).map((schema) => ({ ...now, schema }));
  if (direction === 'response' && isAnyJson(olds.map(({ schema }) => schema))) return [];
  const compare = (before: Side, after: Side) =>
    compareAlternatives(path, before, after, direction, seenNow);

  return direction === 'request'
    ? olds.flatMap((before) => fewest(like(before, nows).map((after) => compare(before, after))))
    : nows.flatMap((after) => fewest(like(after, olds).map((before) => compare(before, after))));
}

/** The possible partners: those of the same type, if there are any. */
function like(side: Side, others: readonly Side[]): readonly Side[] {
  const alike = others.filter(({ schema }) => schema.type === side.schema.type);
  return alike.length > 0 ? alike : others;
}

function compareAlternatives(
  path: string,
  old: Side,
  now: Side,
  direction: Direction,
  seen: ReadonlySet<string>,
): string[] {
  const inner = (name: string, before: Schema | undefined, after: Schema | undefined) =>
    before && after
      ? compareSchemas(
          path + name,
          { ...old, schema: before },
          { ...now, schema: after },
          direction,
          seen,
        )
      : [];
  const unknown = [...unknownKeywords(old.schema), ...unknownKeywords(now.schema)];
  return [
    ...unknown.map((keyword) => `${path}: "${keyword}" cannot be compared: teach tools/contracts`),
    ...compareValues(path, old.schema, now.schema, direction),
    ...compareFields(path, old, now, direction, inner),
    ...inner('[]', old.schema.items, now.schema.items),
    ...inner('.<name>', old.schema.propertyNames, now.schema.propertyNames),
    ...inner('.*', othersOf(old.schema), othersOf(now.schema)),
  ];
}

function compareFields(
  path: string,
  { schema: old }: Side,
  { schema: now }: Side,
  direction: Direction,
  inner: (name: string, before: Schema | undefined, after: Schema | undefined) => string[],
): string[] {
  const problems: string[] = [];
  for (const [name, before] of Object.entries(old.properties ?? {})) {
    const after = now.properties?.[name];
    if (!after) problems.push(`${path}.${name}: was removed`);
    problems.push(...inner(`.${name}`, before, after));
  }
  if (direction === 'response') {
    const optional = missing(old.required, now.required).filter((name) => now.properties?.[name]);
    return [...problems, ...optional.map((name) => `${path}.${name}: is no longer always there`)];
  }
  const required = missing(now.required, old.required);
  problems.push(...required.map((name) => `${path}.${name}: became required`));
  // A schema that misread some members by leaving them out may refuse them.
  if (now.additionalProperties === false && old.additionalProperties && !old.properties)
    problems.push(`${path}: refuses fields of any name`);
  return problems;
}

/** The schema of members without a name of their own, if given. */
function othersOf({ additionalProperties }: Schema): Schema | undefined {
  return typeof additionalProperties === 'object' ? additionalProperties : undefined;
}

function missing(from: readonly string[] = [], others: readonly string[] = []): string[] {
  return from.filter((name) => !others.includes(name));
}

/** The best fitting partner describes the change best. */
function fewest(candidates: readonly string[][]): string[] {
  return candidates.reduce((best, next) => (next.length < best.length ? next : best));
}
