import { formerNameMeta } from '@florin/contracts';
import type { Route } from '../routes/define-route.ts';

/** The used part of JSON Schema. */
interface Schema {
  readonly $ref?: string;
  readonly description?: string;
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  properties?: Record<string, Schema>;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly schema?: Schema;
  description?: string;
}

interface Operation {
  parameters?: Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { schema: Schema }>> };
}

/** The used part of an OpenAPI document. */
export interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components?: { readonly schemas?: Readonly<Record<string, Schema>> };
}

/** Adds the deprecated names that a route still accepts to its document. */
export function documentFormerNames(
  document: Document,
  { path, method, formerNames: { query = {}, body = {} } = {} }: Route,
): void {
  const { parameters = [], requestBody } = document.paths[path]?.[method.toLowerCase()] ?? {};
  for (const [name, now] of Object.entries(query)) {
    const present = parameters.find((parameter) => parameter.name === now);
    if (present) parameters.push({ ...present, name, ...formerNameMeta(now) });
  }
  for (const { schema } of Object.values(requestBody?.content ?? {}))
    for (const [old, now] of Object.entries(body))
      addFormer(document, schema, old.split('.'), now.split('.'));
}

/**
 * Follows both paths while they are equal, then copies the current member to the deprecated name.
 */
function addFormer(
  document: Document,
  schema: Schema,
  old: readonly string[],
  now: readonly string[],
) {
  const [head = '', ...rest] = old;
  const object = resolve(document, schema);
  if (head === '*') return addFormer(document, object.items ?? {}, rest, now.slice(1));
  if (head === now[0])
    return addFormer(document, object.properties?.[head] ?? {}, rest, now.slice(1));
  const present = object.properties?.[now[0] ?? ''];
  const parent = old
    .slice(0, -1)
    .reduce((at, name) => resolve(document, at.properties?.[name] ?? {}), object);
  if (present && parent.properties)
    parent.properties[old.at(-1) ?? ''] = { ...present, ...formerNameMeta(now.join('.')) };
}

/** The schema with the properties: behind a reference, or the non-null alternative. */
function resolve(document: Document, schema: Schema): Schema {
  const named = document.components?.schemas?.[schema.$ref?.split('/').at(-1) ?? ''];
  return named ?? schema.anyOf?.find(({ properties }) => properties) ?? schema;
}
