import { bodyTooLarge } from '@florin/http-api';
import { isForPeople } from '../answers/answer.ts';

type Json = Readonly<Record<string, unknown>>;

const requestId = {
  'Request-Id': {
    description: "Id of the request in Florin's logs.",
    schema: { type: 'string' },
  },
};

const rateHeaders = {
  'Retry-After': {
    required: true,
    description: 'Seconds to wait before retrying.',
    schema: { type: 'integer', minimum: 1 },
  },
  RateLimit: {
    description:
      'Remaining requests, and seconds until the quota resets (draft-ietf-httpapi-ratelimit-headers).',
    schema: { type: 'string' },
  },
  'RateLimit-Policy': {
    description: 'Request quota, and its window in seconds.',
    schema: { type: 'string' },
  },
};

interface EdgeResponse {
  readonly name: string;
  readonly description: string;
  readonly headers: Json;
  readonly code: string;
  readonly message: string;
}

/** Errors that the gateway may return for any operation. */
const always: Readonly<Record<string, EdgeResponse>> = {
  429: {
    name: 'TooManyRequests',
    description: 'Too many requests with one token or from one address: `rate_limited`.',
    headers: rateHeaders,
    code: 'rate_limited',
    message: 'too many requests with this token; wait 1 s, then send at a lower rate',
  },
};

/** Additional errors for operations with a body. */
const withBody: Readonly<Record<string, EdgeResponse>> = {
  408: {
    name: 'RequestTimeout',
    description:
      'The body did not arrive in time: `invalid_request`. The connection is closed and nothing was done.',
    headers: {
      Connection: {
        description: 'Always `close`.',
        schema: { type: 'string', const: 'close' },
      },
    },
    code: 'invalid_request',
    message: 'the body took too long; send the whole body within 15 s',
  },
  413: {
    name: 'ContentTooLarge',
    description: 'The body is too large: `invalid_request`. Nothing was done.',
    headers: {},
    code: 'invalid_request',
    message: bodyTooLarge().message,
  },
};

const PAGE = 'Page';

/** Name of a response; operations with error pages have a variant. */
function nameOf(name: string, isPage: boolean): string {
  return isPage ? name + PAGE : name;
}

/**
 * Adds the gateway's errors to an operation, unless it declares that status itself.
 * @returns the operation, and the names of the responses it refers to
 */
export function withEdgeResponses(
  path: string,
  operation: Json,
): { readonly operation: Json; readonly names: readonly string[] } {
  const own = (operation.responses ?? {}) as Json;
  const isPage = isForPeople(path);
  const edge = { ...always, ...(operation.requestBody ? withBody : {}) };
  const added = Object.entries(edge)
    .filter(([status]) => !Object.hasOwn(own, status))
    .map(([status, { name }]) => [status, nameOf(name, isPage)] as const);
  const references = added.map(([status, name]) => [
    status,
    { $ref: `#/components/responses/${name}` },
  ]);
  return {
    operation: { ...operation, responses: { ...own, ...Object.fromEntries(references) } },
    names: added.map(([, name]) => name),
  };
}

/** The response components with these names. */
export function edgeResponses(names: ReadonlySet<string>): Json {
  const all = Object.values({ ...always, ...withBody }).flatMap((response) =>
    [false, true].map((isPage) => [nameOf(response.name, isPage), toComponent(response, isPage)]),
  );
  return Object.fromEntries(all.filter(([name]) => names.has(String(name))));
}

function toComponent({ description, headers, code, message }: EdgeResponse, isPage: boolean) {
  const content = isPage
    ? { 'text/html': { schema: { type: 'string' } } }
    : {
        'application/json': {
          schema: { $ref: '#/components/schemas/Error' },
          examples: { [code]: { value: { error: code, message } } },
        },
      };
  return { description, headers: { ...requestId, ...headers }, content };
}
