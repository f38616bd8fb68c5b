import { toPascal, toSingular, wordsOf } from '@florin/contracts';
import type { Document, Schema } from './document.ts';
import type { Choice, Field, Model, Type } from './surface.ts';

const REF = '#/components/schemas/';
/** Keywords that do not affect the shape of a schema. */
const PROSE = new Set(['description', 'examples', 'example', 'title', 'default']);

/** Assigns every shape a name: its schema's, or one derived from where it first occurs. */
export class TypeReader {
  readonly models = new Map<string, Model>();
  /** Enums with the same values and the same property name share one type. */
  readonly #choices = new Map<
    string,
    { name: string; values: readonly string[]; places: string[] }
  >();
  readonly #schemas: Document['components']['schemas'];
  /** Names of named schemas by shape. */
  readonly #namesByShape: ReadonlyMap<string, string>;
  /** The shape of each named schema. */
  readonly #shapes = new Map<string, string>();

  constructor({ components: { schemas } }: Document) {
    this.#schemas = schemas;
    this.#namesByShape = new Map(
      Object.entries(schemas).map(([name, schema]) => [shapeOf(schema), name]),
    );
    for (const [name, schema] of Object.entries(schemas)) this.#shapes.set(name, shapeOf(schema));
  }

  /** @param place the name for a shape without a name */
  read(schema: Schema, place: string, isAnswered: boolean): Type {
    if (schema.$ref !== undefined) {
      const name = schema.$ref.slice(REF.length);
      return this.#readNamed(name, isAnswered);
    }
    const options = schema.anyOf?.filter(({ type }) => type !== 'null');
    if (options) {
      const [one, ...others] = options;
      // Clients have no type for a union, so its value stays untyped.
      if (!one || others.length > 0) return { kind: 'any' };
      const isNullable = options.length < (schema.anyOf?.length ?? 0);
      return nullable(this.read(one, place, isAnswered), isNullable);
    }
    if (Array.isArray(schema.type)) {
      const types = schema.type.filter((type) => type !== 'null');
      const [type, ...others] = types;
      if (type === undefined || others.length > 0) return { kind: 'any' };
      return nullable(this.read({ ...schema, type }, place, isAnswered), true);
    }
    if (typeof schema.const === 'string' || typeof schema.const === 'boolean')
      return { kind: 'constant', value: schema.const };
    if (schema.enum) return { kind: 'choice', choice: this.#readChoice(schema, place) };
    return this.#readPlain(schema, place, isAnswered);
  }

  /** Follows a `$ref`. */
  resolve(schema: Schema): Schema {
    return schema.$ref === undefined
      ? schema
      : (this.#schemas[schema.$ref.slice(REF.length)] ?? {});
  }

  #readPlain(schema: Schema, place: string, isAnswered: boolean): Type {
    const { type = '', items, additionalProperties: more } = schema;
    switch (type) {
      case 'string':
        return { kind: isAnswered && schema.format === 'date-time' ? 'time' : 'text' };
      case 'integer':
      case 'number':
      case 'boolean':
        return { kind: type };
      case 'array':
        return {
          kind: 'list',
          of: items ? this.read(items, singular(place), isAnswered) : { kind: 'any' },
        };
      case 'object': {
        if (schema.properties) return this.#readModel(schema, place, isAnswered);
        const of = typeof more === 'object' ? this.read(more, place, isAnswered) : undefined;
        return { kind: 'map', of: of ?? { kind: 'any' } };
      }
      default:
        return { kind: 'any' };
    }
  }

  #readNamed(name: string, isAnswered: boolean): Type {
    const schema = this.#schemas[name];
    // The document refers to a schema that it does not define.
    if (!schema) return { kind: 'any' };
    return this.read(schema, name, isAnswered);
  }

  #readChoice({ enum: given = [] }: Schema, place: string): Choice {
    const values = given.map(String);
    const key = JSON.stringify([wordsOf(place).at(-1), values]);
    const choice = this.#choices.get(key) ?? { name: place, values, places: [] };
    this.#choices.set(key, choice);
    choice.places.push(place);
    return choice;
  }

  /** Names the enums, once everything is read: each gets its shortest possible name. */
  nameChoices(): readonly Choice[] {
    const taken = new Set([...this.models.keys(), ...Object.keys(this.#schemas)]);
    for (const choice of this.#choices.values()) {
      const own = choice.places.find((place) => this.#schemas[place]?.enum);
      const candidates = [...sharedInQueries(choice.places), ...byLength(choice.places)];
      choice.name = own ?? candidates.find((name) => !taken.has(name)) ?? choice.name;
      taken.add(choice.name);
    }
    return [...this.#choices.values()];
  }

  #readModel(schema: Schema, place: string, isAnswered: boolean): Type {
    const name = this.#nameOf(schema, place);
    const known = this.models.get(name);
    if (!known || (isAnswered && !known.isAnswered)) {
      const { description } = schema;
      // Registered before its fields are read, since they may refer to it.
      this.models.set(name, { name, description, fields: [], isAnswered });
      const fields = this.readFields(schema, name, isAnswered);
      this.models.set(name, { name, description, fields, isAnswered });
    }
    return { kind: 'model', name };
  }

  /** Omits fields that cannot be set from models that are only sent. */
  readFields(schema: Schema, place: string, isAnswered: boolean): readonly Field[] {
    return Object.entries(schema.properties ?? {})
      .filter(([, field]) => isAnswered || !isReadOnly(field))
      .map(([name, field]) => ({
        name,
        type: this.read(field, place + toPascal(wordsOf(name)), isAnswered),
        isRequired: schema.required?.includes(name) ?? false,
        description: field.description ?? this.resolve(field).description,
      }));
  }

  #nameOf(schema: Schema, place: string): string {
    const shape = shapeOf(schema);
    const named = this.#namesByShape.get(shape);
    if (named !== undefined) return named;
    for (let number = 1; ; number += 1) {
      const name = number === 1 ? place : `${place}${number}`;
      const taken = this.#shapes.get(name);
      if (taken === undefined || taken === shape) {
        this.#shapes.set(name, shape);
        return name;
      }
    }
  }
}

/** A query member that all lists share is named after itself, such as `Order`. */
function sharedInQueries(places: readonly string[]): readonly string[] {
  const members = new Set(places.map((place) => /Query([A-Z]\w*)$/.exec(place)?.[1] ?? ''));
  return members.size === 1 && places.length > 1 ? [...members].filter((name) => name !== '') : [];
}

function byLength(places: readonly string[]): readonly string[] {
  return places.toSorted((a, b) => a.length - b.length || (a < b ? -1 : 1));
}

function isReadOnly(schema: Schema): boolean {
  return Object.keys(schema).every((key) => key === 'description' || key === 'readOnly');
}

function nullable(of: Type, isNullable: boolean): Type {
  return isNullable && of.kind !== 'nullable' && of.kind !== 'any' ? { kind: 'nullable', of } : of;
}

function singular(place: string): string {
  const words = wordsOf(place);
  const one = toPascal(toSingular(words));
  return one === place ? `${place}Item` : one;
}

/** Two schemas have the same shape if they accept the same values. */
function shapeOf(schema: Schema): string {
  return JSON.stringify(schema, (key, value) =>
    // An object under such a key is a property with that name.
    PROSE.has(key) && (typeof value !== 'object' || Array.isArray(value)) ? undefined : value,
  );
}
