/** The part of JSON Schema that request bodies use. */
export interface BodySchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, BodySchema>>;
  readonly additionalProperties?: unknown;
  readonly items?: BodySchema;
  readonly anyOf?: readonly BodySchema[];
}

/** An object in a body, or the body itself. */
export interface BodyObject {
  /** Path within the body, such as `settings` or `transactions.0`; empty for the body itself. */
  readonly path: string;
  readonly names: readonly string[];
  /** Whether it accepts other names too. */
  readonly isOpen: boolean;
}

/** Every object of a schema, the outermost first. */
export function listObjects(document: object, schema: BodySchema, path = ''): BodyObject[] {
  if (schema.$ref !== undefined) return listObjects(document, find(document, schema.$ref), path);
  const { properties = {}, items, anyOf = [] } = schema;
  const at = (name: string) => (path === '' ? name : `${path}.${name}`);
  const isObject = [schema.type].flat().includes('object');
  const names = Object.keys(properties);
  const isOpen = schema.additionalProperties !== false;
  return [
    ...(isObject ? [{ path, names, isOpen }] : []),
    ...Object.entries(properties).flatMap(([name, inner]) =>
      listObjects(document, inner, at(name)),
    ),
    ...(items ? listObjects(document, items, at('0')) : []),
    ...anyOf.flatMap((inner) => listObjects(document, inner, path)),
  ];
}

function find(document: object, reference: string): BodySchema {
  const steps = reference.split('/').slice(1);
  return steps.reduce((inner, step) => inner[step as keyof typeof inner], document);
}

/** A body with only these members in the object at that path. */
export function bodyWith(path: string, members: object): object {
  const steps = path === '' ? [] : path.split('.');
  return steps.reduceRight<object>(
    (inner, step) => (step === '0' ? [inner] : { [step]: inner }),
    members,
  );
}
