import { isDeepStrictEqual } from 'node:util';
import { type ServiceName, tags } from '@florin/contracts';
import { edgeResponses, withEdgeResponses } from './edge-responses.ts';
import type { ServedRoute } from './table.ts';

type Json = Record<string, unknown>;

/** The part of one service in the merged document. */
export interface OpenApiPart {
  readonly service: ServiceName;
  /** Its own OpenAPI 3.1 document. */
  readonly openapi: unknown;
  /** The accepted routes; operations without one are omitted. */
  readonly routes: readonly ServedRoute[];
}

export interface OpenApiHead {
  readonly version: string;
  readonly publicUrl: string | undefined;
}

const DESCRIPTION =
  'Florin is a billing and payments API: accounts, transactions, payment pages, subscriptions and invoices. Amounts are in minor units (ISO 4217), times are RFC 3339 in UTC, bodies are JSON. A method that a path does not support gets `405` with `Allow`. Guides are at `/docs`.';

/**
 * Merges the public operations into one document. Equal components are shared; where two differ
 * under one name, the later one gets its service's name as a prefix.
 */
export function mergeOpenApi({ version, publicUrl }: OpenApiHead, parts: readonly OpenApiPart[]) {
  const paths: Record<string, Json> = {};
  const components: Record<string, Json> = {};
  const edgeNames = new Set<string>();
  for (const { service, openapi, routes } of parts) {
    if (!isObject(openapi)) continue;
    const own = renameClashes(service, openapi, components);
    for (const [kind, named] of Object.entries(objectAt(own, 'components')))
      components[kind] = { ...components[kind], ...(isObject(named) ? named : {}) };
    const ownPaths = objectAt(own, 'paths');
    for (const { method, template } of routes) {
      const operation = objectAt(ownPaths, template)[method.toLowerCase()];
      if (!isObject(operation) || operation['x-internal'] === true) continue;
      const { operation: whole, names } = withEdgeResponses(template, operation);
      for (const name of names) edgeNames.add(name);
      paths[template] = { ...paths[template], [method.toLowerCase()]: whole };
    }
  }
  if (edgeNames.size > 0) components.responses = edgeResponses(edgeNames);
  return {
    openapi: '3.1.0',
    info: { title: 'Florin', version, description: DESCRIPTION },
    servers: [{ url: publicUrl ?? '/' }],
    paths: Object.fromEntries(Object.entries(paths).sort(([a], [b]) => (a < b ? -1 : 1))),
    tags: tagsOf(paths),
    components,
  };
}

/** The tags in use, in the order of the document. */
function tagsOf(paths: Readonly<Record<string, Json>>) {
  const used = new Set(
    Object.values(paths).flatMap((methods) =>
      Object.values(methods).flatMap((operation) =>
        isObject(operation) && Array.isArray(operation.tags) ? operation.tags : [],
      ),
    ),
  );
  return tags
    .filter(({ name }) => used.has(name))
    .map(({ name, description }) => ({ name, description }));
}

function renameClashes(service: ServiceName, openapi: Json, taken: Record<string, Json>): Json {
  const newNames = new Map<string, string>();
  for (const [kind, named] of Object.entries(objectAt(openapi, 'components'))) {
    for (const [name, component] of Object.entries(isObject(named) ? named : {})) {
      const other = taken[kind]?.[name];
      if (other === undefined || isDeepStrictEqual(other, component)) continue;
      const prefix = service.charAt(0).toUpperCase() + service.slice(1);
      newNames.set(`#/components/${kind}/${name}`, `#/components/${kind}/${prefix}${name}`);
    }
  }
  if (newNames.size === 0) return openapi;
  const { components, ...rest } = openapi;
  const renamed = Object.entries(isObject(components) ? components : {}).map(([kind, named]) => [
    kind,
    Object.fromEntries(
      Object.entries(isObject(named) ? named : {}).map(([name, component]) => {
        const newName = newNames.get(`#/components/${kind}/${name}`)?.split('/').at(-1);
        return [newName ?? name, component];
      }),
    ),
  ]);
  return renameReferences({ ...rest, components: Object.fromEntries(renamed) }, newNames) as Json;
}

function renameReferences(value: unknown, newNames: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(value)) return value.map((item) => renameReferences(item, newNames));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) =>
      key === '$ref' && typeof item === 'string'
        ? [key, newNames.get(item) ?? item]
        : [key, renameReferences(item, newNames)],
    ),
  );
}

function objectAt(parent: Json, key: string): Json {
  const value = Object.hasOwn(parent, key) ? parent[key] : undefined;
  return isObject(value) ? value : {};
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
