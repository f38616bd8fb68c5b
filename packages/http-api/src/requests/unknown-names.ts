import type { z } from 'zod';
import { nameInWords } from './in-words.ts';
import { nearestName } from './nearest-name.ts';

/** A name in a request that stands for nothing where it stands. */
export interface UnknownName {
  readonly name: string;
  /** What its object is reached by: `settings.`; empty at the top. */
  readonly within: string;
  /** The names that the object has. */
  readonly known: readonly string[];
}

type Definition = z.core.$ZodTypes['_zod']['def'];

/** At most so many are listed by name; the others are counted. */
const NAMED_MAX = 3;

/**
 * The names in a value from outside that the objects of a schema do not have, at any depth. What
 * takes any name says so itself: a loose object, a record, a value of any kind.
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
 * Says which names were not understood, and which stand for something that the answer holds but
 * that no client chooses.
 * @param what each is: `member`, `query parameter`
 * @param answered names of the answer
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
    ...(given.length === 0 ? [] : [`${enumerate(given, pathOf)} cannot be chosen here`]),
  ].join('; ');
}

function unknownOf(names: readonly UnknownName[], what: string): string {
  const [only] = names;
  if (!only || names.length > 1) return `unknown ${what}s ${enumerate(names, pathWithNearest)}`;
  const nearest = nearestOf(only);
  const advice = nearest === undefined ? 'leave it out' : `did you mean ${nearest}?`;
  return `unknown ${what} ${pathOf(only)}: ${advice}`;
}

/** The first few of them. Only for these is a name looked for that is near. */
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
