import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { serviceNames, tags } from '@florin/contracts';
import { groupNameOf, verbOf } from './names.ts';
import { type Field, fieldOf, fieldsOf, type Schema, type Schemas } from './schema.ts';

export type Method = 'get' | 'post' | 'patch' | 'delete';
const METHODS: readonly Method[] = ['get', 'post', 'patch', 'delete'];

/** An operation as a command. */
export interface Operation {
  readonly id: string;
  readonly method: Method;
  readonly path: string;
  /** `payments`. */
  readonly group: string;
  /** `list`. */
  readonly verb: string;
  readonly summary: string;
  readonly description: string;
  /** Path parameters. */
  readonly inPath: readonly string[];
  readonly query: readonly Field[];
  readonly body: readonly Field[] | undefined;
  readonly takesKey: boolean;
  /** Media type of its answer: `application/json`, or a file's. */
  readonly mediaType: string;
}

/** A chapter of the reference with its commands, in order. */
export interface Group {
  readonly name: string;
  readonly description: string;
  readonly operations: readonly Operation[];
}

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>;
}

interface DocumentedOperation {
  readonly operationId: string;
  readonly summary?: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly parameters?: readonly {
    readonly in: string;
    readonly name: string;
    readonly required?: boolean;
    readonly description?: string;
    readonly schema?: Schema;
  }[];
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Content>>;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Partial<Record<Method, DocumentedOperation>>>>>;
  readonly components?: { readonly schemas?: Schemas };
}

const apps = join(import.meta.dirname, '../../../../apps');

/** Groups of all services, from their committed documents. */
export function readGroups(): readonly Group[] {
  const documents = serviceNames.map(
    (service): Document => JSON.parse(readFileSync(join(apps, service, 'openapi.json'), 'utf8')),
  );
  return groupsOf(documents);
}

export function groupsOf(documents: readonly Document[]): readonly Group[] {
  const operations = withVerbs(documents.flatMap(operationsOf));
  return tags
    .map(({ name, description }) => ({ name: groupNameOf(name), description }))
    .map((tag) => ({ ...tag, operations: operations.filter(({ group }) => group === tag.name) }))
    .filter((group) => group.operations.length > 0);
}

function operationsOf({ paths, components }: Document): readonly Operation[] {
  return Object.entries(paths)
    .filter(([path]) => path.startsWith('/v1/'))
    .flatMap(([path, methods]) =>
      METHODS.flatMap((method) => {
        const operation = methods[method];
        return operation ? [toOperation(method, path, operation, components?.schemas ?? {})] : [];
      }),
    )
    .filter(({ mediaType }) => mediaType !== 'text/event-stream');
}

function toOperation(
  method: Method,
  path: string,
  { operationId, summary = '', description = '', ...rest }: DocumentedOperation,
  schemas: Schemas,
): Operation {
  const { tags: [tag = ''] = [], parameters = [], requestBody, responses } = rest;
  const body = requestBody?.content?.['application/json']?.schema;
  const inQuery = parameters.filter((it) => it.in === 'query' && it.schema?.deprecated !== true);
  return {
    id: operationId,
    method,
    path,
    group: groupNameOf(tag),
    verb: verbOf(operationId, tag),
    summary,
    description,
    inPath: [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name),
    query: inQuery.map(({ name, required = false, schema = {}, ...it }) =>
      fieldOf([name], { ...schema, ...it }, required, schemas),
    ),
    body: body && fieldsOf(body, schemas),
    takesKey: parameters.some((it) => it.in === 'header' && it.name === 'Idempotency-Key'),
    mediaType: mediaTypeOf(responses),
  };
}

function mediaTypeOf(responses: DocumentedOperation['responses']): string {
  const [, success = {}] = Object.entries(responses).find(([status]) => status < '300') ?? [];
  return Object.keys(success.content ?? {})[0] ?? 'application/json';
}

/** If two verbs collide, the shorter name keeps it and the other one is written in full. */
function withVerbs(operations: readonly Operation[]): readonly Operation[] {
  return operations.map((operation) => {
    const { group, verb, id } = operation;
    const same = operations.filter((it) => it.group === group && it.verb === verb);
    const isFirst = same.every((it) => it === operation || it.id.length > id.length);
    return isFirst ? operation : { ...operation, verb: verbOf(id, '-') };
  });
}
