import type { Parameter, Schema } from './model.ts';
import { nameOf, notesOf, resolve, typeInWords, waysOf } from './schema-words.ts';

/** A member of an object, or a parameter. */
export interface Member {
  readonly name: string;
  /** Inline Markdown. */
  readonly type: string;
  readonly isRequired: boolean;
  readonly isDeprecated: boolean;
  /** Markdown. */
  readonly description: string;
  /** Inline Markdown. */
  readonly notes: readonly string[];
  /** Nested members, if they are shown here. */
  readonly members: readonly Member[];
}

/** How nested named schemas are shown: as a link, or with their members. */
export type Named = 'linked' | 'unfolded';

type Schemas = ReadonlyMap<string, Schema>;

/** Deeper nesting is not readable. */
const LEVELS_MAX = 8;

/** The members of an object, deprecated ones last. */
export function membersOf(schema: Schema, schemas: Schemas, named: Named): readonly Member[] {
  return unfold(schema, { schemas, named, level: 0 });
}

export function toMembers(parameters: readonly Parameter[], schemas: Schemas): readonly Member[] {
  return parameters.map(({ name, isRequired, schema }) =>
    toMember(name, schema, isRequired, { schemas, named: 'linked', level: 0 }),
  );
}

interface Reading {
  readonly schemas: Schemas;
  readonly named: Named;
  readonly level: number;
}

function unfold(schema: Schema, reading: Reading): readonly Member[] {
  if (reading.level > LEVELS_MAX) return [];
  const { properties = {}, required = [] } = resolve(schema, reading.schemas);
  return Object.entries(properties)
    .map(([name, member]) => toMember(name, member, required.includes(name), reading))
    .toSorted((a, b) => Number(a.isDeprecated) - Number(b.isDeprecated));
}

function toMember(name: string, schema: Schema, isRequired: boolean, reading: Reading): Member {
  const target = resolve(schema, reading.schemas);
  return {
    name,
    type: typeInWords(schema),
    isRequired,
    isDeprecated: schema.deprecated ?? target.deprecated ?? false,
    description: schema.description ?? target.description ?? '',
    notes: notesOf(schema.$ref === undefined ? schema : { ...target, ...schema }),
    members: partsOf(schema, { ...reading, level: reading.level + 1 }),
  };
}

/** Members of all objects inside a value: in lists, maps and alternatives. */
function partsOf(schema: Schema, reading: Reading): readonly Member[] {
  if (reading.level > LEVELS_MAX || isElsewhere(schema, reading)) return [];
  return waysOf(schema).flatMap((way) => {
    if (isElsewhere(way, reading)) return [];
    const target = resolve(way, reading.schemas);
    if (target.items) return partsOf(target.items, deeper(reading));
    const values = target.additionalProperties;
    if (!target.properties && typeof values === 'object') return partsOf(values, deeper(reading));
    return unfold(target, reading);
  });
}

/** Whether a reference is not unfolded: it is linked, or it is any JSON, which is recursive. */
function isElsewhere(schema: Schema, { named }: Reading): boolean {
  if (schema.$ref === undefined) return false;
  return nameOf(schema) === undefined || named === 'linked';
}

function deeper(reading: Reading): Reading {
  return { ...reading, level: reading.level + 1 };
}
