import { type ErrorCode, errorStatuses, IDEMPOTENCY_KEY_DAYS, tagOf } from '@florin/contracts';
import { METADATA_REF, metadata } from '@florin/contracts/members';
import { z } from 'zod';
import {
  createDocument,
  type ZodOpenApiContentObject,
  type ZodOpenApiObject,
  type ZodOpenApiOperationObject,
  type ZodOpenApiOverrideContext,
} from 'zod-openapi';
import { retryAfterOf } from '../errors.ts';
import { IDEMPOTENCY_KEY } from '../requests/idempotency-key.ts';
import { isClosedToReadOnly, keyScopeOf, type Route } from '../routes/define-route.ts';
import { errorExamplesOf, reusedKeyExample } from './error-examples.ts';

const errorSchema = z
  .object({
    error: z.string().meta({
      description: 'Machine-readable error code, one of those at `/docs/errors`.',
      examples: ['invalid_request'],
    }),
    message: z.string().meta({
      description:
        'Human-readable description of the problem and its solution. The text can change.',
      examples: ['amount: must be at least 1'],
    }),
    decline_code: z
      .string()
      .optional()
      .meta({
        description:
          'Reason why a card was declined, in the names of [Stripe’s decline codes](https://docs.stripe.com/declines/codes). Only with `card_declined`; absent if the reason is unknown. Do not show `lost_card` and `stolen_card` to the customer.',
        examples: ['insufficient_funds'],
      }),
  })
  .meta({ id: 'Error', description: 'An error. All failures have this shape.' });

const keyHeader = z.object({
  'Idempotency-Key': z
    .string()
    .regex(IDEMPOTENCY_KEY)
    .optional()
    .meta({
      description: `Makes retries safe: requests with the same key are executed once. 1 to 255 visible ASCII characters, remembered for ${IDEMPOTENCY_KEY_DAYS} days.`,
      examples: ['order-2041-charge'],
    }),
});

const INT32_MAX = 2 ** 31 - 1;
const JSON_TYPE = 'application/json';
const FORM = 'application/x-www-form-urlencoded';
const PAGE = 'text/html';
const EVENTS = 'text/event-stream';

/** Codes that every operation may return. */
const ALWAYS = ['internal_error', 'unavailable'] as const;

/** The OpenAPI 3.1 document of a service's routes, generated from their validation schemas. */
export function toOpenApi(title: string, version: string, routes: readonly Route[]): object {
  const paths: Record<string, Record<string, ZodOpenApiOperationObject>> = {};
  for (const route of routes) {
    const operations = paths[route.path] ?? {};
    operations[route.method.toLowerCase()] = toOperation(route);
    paths[route.path] = operations;
  }
  const parts: ZodOpenApiObject = {
    openapi: '3.1.0',
    info: { title, version },
    servers: [{ url: '/' }],
    paths,
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description:
            'An access token of a login, or an API key if the operation names a scope, which the key needs. The description says whether the role of a user needs it too.',
        },
        ...(routes.some(({ token }) => token === 'refresh') ? { refresh: refreshScheme } : {}),
      },
    },
  };
  const document = createDocument(withMetadata(parts), { override: completeSchema });
  describeParameters(document as unknown as Document);
  return document;
}

/** Adds the metadata schema if request bodies reference it. */
function withMetadata(parts: ZodOpenApiObject): ZodOpenApiObject {
  const isNamed = JSON.stringify(createDocument(parts)).includes(METADATA_REF);
  const components = { ...parts.components, schemas: { Metadata: metadata } };
  return isNamed ? { ...parts, components } : parts;
}

const refreshScheme = {
  type: 'http',
  scheme: 'bearer',
  description: 'A refresh token of a login.',
} as const;

/** The parameters of an OpenAPI document. */
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { parameters?: Parameter[] }>>>>;
}
interface Parameter {
  readonly schema?: { readonly description?: string };
  description?: string;
}

/** Copies a schema's description to its parameter if the schema is optional or transformed. */
function describeParameters({ paths }: Document): void {
  for (const operation of Object.values(paths).flatMap((methods) => Object.values(methods)))
    for (const parameter of operation.parameters ?? [])
      if (parameter.schema?.description !== undefined)
        parameter.description ??= parameter.schema.description;
}

function completeSchema({ jsonSchema, zodSchema: { _zod }, io }: ZodOpenApiOverrideContext): void {
  const { def } = _zod;
  // Request objects accept no additional members.
  if (io === 'input' && def.type === 'object' && !def.catchall)
    jsonSchema.additionalProperties = false;
  // In a query, an integer is text; the pattern of that text does not apply to the integer.
  if (jsonSchema.type === 'integer') delete jsonSchema.pattern;
  // Generators for Java and C# treat integers without a format as 32-bit.
  if (jsonSchema.type === 'integer' && !((jsonSchema.maximum ?? Infinity) <= INT32_MAX))
    jsonSchema.format = 'int64';
  // A nullable schema gets the description of its inner schema.
  const said = def.type === 'nullable' ? jsonSchema.anyOf?.[0]?.description : undefined;
  if (said !== undefined) jsonSchema.description ??= said;
}

function toOperation(route: Route): ZodOpenApiOperationObject {
  return {
    operationId: route.operationId,
    summary: route.summary,
    ...describedBy(route),
    tags: [tagOf(route.path).name],
    ...(route.isInternal ? { 'x-internal': true } : {}),
    security: securityOf(route),
    requestParams: {
      ...(route.params ? { path: route.params } : {}),
      ...(route.query ? { query: route.query } : {}),
      ...(route.takesIdempotencyKey ? { header: keyHeader } : {}),
    },
    ...(route.body ? { requestBody: requestOf(route) } : {}),
    responses: { ...successesOf(route), ...failuresOf(route) },
  };
}

/** The route's description, plus the scope that a caller needs. */
function describedBy(route: Route): { readonly description?: string } {
  const { description, scope, keyScope } = route;
  const needed =
    scope === undefined
      ? keyScope && `An API key needs the scope \`${keyScope}\`.`
      : `API keys and roles need the scope \`${scope}\`.`;
  const parts = [description, needed].filter((part) => part !== undefined);
  return parts.length === 0 ? {} : { description: parts.join(' ') };
}

function requestOf({ body: schema, isBodyOptional, showError, form, example }: Route) {
  // A page's form may have fields that only the browser uses.
  const isOpen = showError && schema instanceof z.ZodObject;
  const content = { schema: isOpen ? schema.loose() : schema, ...shown(example?.request) };
  return {
    required: !isBodyOptional,
    content: {
      ...(showError ? {} : { [JSON_TYPE]: content }),
      ...(form ? { [FORM]: content } : {}),
    },
  };
}

const shown = (example: unknown) => (example === undefined ? {} : { example });

/** Scopes are listed like roles (OpenAPI 3.1, Security Requirement Object) if API keys may call. */
function securityOf(route: Route): Record<string, string[]>[] {
  const { token } = route;
  if (token === 'none') return [];
  if (token === 'refresh') return [{ refresh: [] }];
  const scope = keyScopeOf(route);
  const bearer = { bearer: scope === undefined ? [] : [scope] };
  return token === 'optional' ? [{}, bearer] : [bearer];
}

function successesOf(route: Route) {
  return Object.fromEntries(
    Object.entries(route.replies).map(([status, schema]) => [
      status,
      {
        description: successOf(schema),
        content: Object.fromEntries(
          contentTypesOf(route).map((type) => [
            type,
            { schema, ...shown(route.example?.response) },
          ]),
        ),
      },
    ]),
  );
}

/** Description of a success response; includes the schema's name. */
function successOf({ meta }: z.ZodType): string {
  const id = meta()?.id;
  return id === undefined ? 'Success.' : `Success: \`${id}\`.`;
}

function contentTypesOf({ showError, isStream, mediaType }: Route): readonly string[] {
  if (mediaType) return [mediaType].flat();
  if (isStream) return [EVENTS];
  return [showError ? PAGE : JSON_TYPE];
}

/** Failures added by an Idempotency-Key, unless the operation describes its own 409. */
const keyFailures = {
  409: {
    description: 'The first request with this Idempotency-Key is still running.',
    content: { [JSON_TYPE]: { schema: errorSchema, examples: errorExamplesOf(['conflict']) } },
  },
  422: {
    description: 'This Idempotency-Key was used for another request.',
    content: {
      [JSON_TYPE]: { schema: errorSchema, examples: { invalid_request: reusedKeyExample } },
    },
  },
};

/** Header of each response that asks the client to wait. */
const retryAfterHeader = {
  'Retry-After': {
    required: true,
    description: 'Seconds to wait before retrying.',
    schema: { type: 'integer', minimum: 1 },
  },
} as const;

function failuresOf(route: Route) {
  const { errors, otherErrors = {}, showError } = route;
  // Pages ignore unknown query parameters.
  const ofUnknown = showError ? [] : (['invalid_request'] as const);
  const ofSuspended = isClosedToReadOnly(route) ? (['forbidden'] as const) : [];
  const ofStale =
    route.needsFresh || route.isRefund ? (['insufficient_user_authentication'] as const) : [];
  const codesByStatus = new Map<number, ErrorCode[]>();
  for (const code of new Set([...errors, ...ofUnknown, ...ofSuspended, ...ofStale, ...ALWAYS])) {
    const status = errorStatuses[code];
    codesByStatus.set(status, [...(codesByStatus.get(status) ?? []), code]);
  }
  for (const [status, codes] of Object.entries(otherErrors))
    codesByStatus.set(Number(status), [...(codesByStatus.get(Number(status)) ?? []), ...codes]);
  const contentOf = (codes: readonly ErrorCode[]): ZodOpenApiContentObject =>
    showError
      ? { [PAGE]: { schema: z.string() } }
      : { [JSON_TYPE]: { schema: errorSchema, examples: errorExamplesOf(codes, route.method) } };
  const failures = [...codesByStatus].map(([status, codes]) => [
    status,
    {
      description: codes.map((code) => `\`${code}\``).join(', '),
      content: contentOf(codes),
      ...('Retry-After' in retryAfterOf(Number(status)) ? { headers: retryAfterHeader } : {}),
    },
  ]);
  return { ...(route.takesIdempotencyKey ? keyFailures : {}), ...Object.fromEntries(failures) };
}
