import type { z } from 'zod';
import { nameInWords } from './in-words.ts';
import { nearestName } from './nearest-name.ts';

/** An unknown name in a request. */
export interface UnknownName {
  readonly name: string;
  /** Path of its object: `settings.`; empty at the top level. */
  readonly within: string;
  /** Known names of the object. */
  readonly known: readonly string[];
}

type Definition = z.core.$ZodTypes['_zod']['def'];

/** Number of names that a message lists; the rest are counted. */
const NAMED_MAX = 3;

/**
 * Finds names at any depth that a schema does not declare. Loose objects, records and untyped
 * values accept any name.
 */
export function listUnknown(
  schema: z.core.$ZodType,
  value: unknown,
  within = '',
): readonly UnknownName[] {
  const def = schema._zod.def as Definition;
  if (def.type === 'object') return inObject(def, value, within);
  if (def.type === 'array' && Array.isArray(value))
    return value.flatMap((item, index) => listUnknown(def.element, item, `${within}${index}.`));
  if (def.type === 'pipe') return listUnknown(def.in, value, within);
  return 'innerType' in def ? listUnknown(def.innerType, value, within) : [];
}

function inObject(
  { shape, catchall }: z.core.$ZodObjectDef,
  value: unknown,
  within: string,
): readonly UnknownName[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    const schema = Object.hasOwn(shape, name) ? shape[name] : undefined;
    if (schema) return listUnknown(schema, member, `${within}${name}.`);
    return catchall ? [] : [{ name, within, known: Object.keys(shape) }];
  });
}

/**
 * Describes unknown names, and those that exist only in responses.
 * @param what kind of name: `member`, `query parameter`
 * @param answered names of the response
 */
export function unknownInWords(
  names: readonly UnknownName[],
  what: string,
  answered: ReadonlySet<string>,
): string {
  const isGiven = ({ name, within }: UnknownName) => within === '' && answered.has(name);
  const given = names.filter(isGiven);
  const unknown = names.filter((name) => !isGiven(name));
  return [
    ...(unknown.length === 0 ? [] : [unknownOf(unknown, what)]),
    ...(given.length === 0 ? [] : [`${enumerate(given, pathOf)} cannot be set here`]),
  ].join('; ');
}

function unknownOf(names: readonly UnknownName[], what: string): string {
  const [only] = names;
  if (!only || names.length > 1) return `unknown ${what}s ${enumerate(names, pathWithNearest)}`;
  const nearest = nearestOf(only);
  const advice = nearest === undefined ? 'omit it' : `did you mean ${nearest}?`;
  return `unknown ${what} ${pathOf(only)}: ${advice}`;
}

/** Lists the first few. Only for these, the nearest known name is searched. */
function enumerate(names: readonly UnknownName[], inWords: (name: UnknownName) => string): string {
  const named = names.slice(0, NAMED_MAX).map(inWords).join(', ');
  const unnamed = names.length - NAMED_MAX;
  return unnamed > 0 ? `${named} and ${unnamed} more` : named;
}

function pathOf({ name, within }: UnknownName): string {
  return `${within}${nameInWords(name)}`;
}

function pathWithNearest(name: UnknownName): string {
  const nearest = nearestOf(name);
  return nearest === undefined ? pathOf(name) : `${pathOf(name)} (did you mean ${nearest}?)`;
}

function nearestOf({ name, within, known }: UnknownName): string | undefined {
  const nearest = nearestName(name, known);
  return nearest && `${within}${nearest}`;
}
