import type {
  Answer,
  ApiDocument,
  Callers,
  Content,
  Failure,
  Operation,
  Parameter,
  Schema,
  Tag,
} from './model.ts';

/** The part of an OpenAPI 3.1 document that is used here. */
interface OpenApi {
  readonly info?: { readonly version?: string };
  readonly tags?: readonly { readonly name: string; readonly description?: string }[];
  readonly paths?: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>;
  readonly components?: { readonly schemas?: Readonly<Record<string, Schema>> };
}

interface OpenApiOperation {
  readonly operationId?: string;
  readonly summary?: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters?: readonly {
    readonly in: string;
    readonly name: string;
    readonly required?: boolean;
    readonly description?: string;
    readonly schema?: Schema;
  }[];
  readonly requestBody?: { readonly required?: boolean; readonly content?: OpenApiContent };
  readonly responses?: Readonly<
    Record<string, { readonly description?: string; readonly content?: OpenApiContent }>
  >;
}

type OpenApiContent = Readonly<
  Record<
    string,
    {
      readonly schema?: Schema;
      readonly example?: unknown;
      readonly examples?: Readonly<Record<string, { readonly value?: unknown }>>;
    }
  >
>;

const METHODS = ['get', 'post', 'patch', 'delete'] as const;
const OTHER = 'Other';
/** Security scheme of refresh tokens. */
const REFRESH = 'refresh';

/** Parses the merged document: operations under their first tag, in the order of the tags. */
export function readDocument(document: object): ApiDocument {
  const { info, tags: described = [], paths = {}, components } = document as OpenApi;
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    METHODS.flatMap((method) => {
      const operation = Object.hasOwn(methods, method) ? methods[method] : undefined;
      return operation === undefined
        ? []
        : [{ tag: operation.tags?.[0] ?? OTHER, operation: toOperation(method, path, operation) }];
    }),
  );
  const byTag = Map.groupBy(operations, ({ tag }) => tag);
  const descriptions = new Map(described.map(({ name, description = '' }) => [name, description]));
  const undescribed = [...byTag.keys()].filter((name) => !descriptions.has(name));
  const tags = [...descriptions.keys(), ...undescribed].flatMap((name): readonly Tag[] => {
    const own = byTag.get(name)?.map(({ operation }) => operation) ?? [];
    if (own.length === 0) return [];
    return [
      { name, slug: toSlug(name), description: descriptions.get(name) ?? '', operations: own },
    ];
  });
  return {
    version: info?.version ?? '',
    tags,
    schemas: new Map(Object.entries(components?.schemas ?? {})),
  };
}

/** URL slug: `Payment methods` becomes `payment-methods`. */
export function toSlug(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '');
}

function toOperation(method: string, path: string, operation: OpenApiOperation): Operation {
  const { operationId, summary = '', description = '', requestBody, responses = {} } = operation;
  const answers = Object.entries(responses);
  return {
    id: operationId ?? toSlug(`${method} ${path}`),
    method: method.toUpperCase(),
    path,
    summary,
    description,
    callers: toCallers(operation.security ?? []),
    parameters: (operation.parameters ?? []).flatMap(toParameter),
    isBodyRequired: requestBody?.required ?? false,
    bodies: toContents(requestBody?.content),
    answers: answers
      .filter(([status]) => Number(status) < 400)
      .map(([status, answer]): Answer => {
        const [content] = toContents(answer.content);
        return { status, description: answer.description ?? '', content };
      }),
    failures: answers
      .filter(([status]) => Number(status) >= 400)
      .flatMap(([status, { content }]) => toFailures(status, content)),
  };
}

/** API keys have a scope; refresh tokens have their own scheme. */
function toCallers(security: NonNullable<OpenApiOperation['security']>): Callers {
  if (security.length === 0) return { token: 'none', scope: undefined };
  if (security.some((way) => Object.keys(way).length === 0))
    return { token: 'optional', scope: undefined };
  if (security.some((way) => Object.hasOwn(way, REFRESH)))
    return { token: 'refresh', scope: undefined };
  const [scope] = security.flatMap((way) => Object.values(way).flat());
  return { token: scope === undefined ? 'session' : 'session_or_key', scope };
}

type OpenApiParameter = NonNullable<OpenApiOperation['parameters']>[number];

function toParameter(parameter: OpenApiParameter): readonly Parameter[] {
  const { in: place, name, required = false, description, schema = {} } = parameter;
  if (place !== 'path' && place !== 'query' && place !== 'header') return [];
  const said = description === undefined ? schema : { ...schema, description };
  return [{ in: place, name, isRequired: required, schema: said }];
}

function toContents(content: OpenApiContent = {}): readonly Content[] {
  return Object.entries(content)
    .map(([mediaType, { schema = {}, example }]) => ({ mediaType, schema, example }))
    .toSorted((a, b) => Number(isJson(b.mediaType)) - Number(isJson(a.mediaType)));
}

function isJson(mediaType: string): boolean {
  return mediaType === 'application/json';
}

/** Each error code has an example under its name. */
function toFailures(status: string, content: OpenApiContent = {}): readonly Failure[] {
  return Object.entries(content['application/json']?.examples ?? {}).map(([code, { value }]) => {
    const { message } = (value ?? {}) as { readonly message?: unknown };
    return { status, code, message: typeof message === 'string' ? message : '' };
  });
}
