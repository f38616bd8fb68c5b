import {
  type HttpMethod,
  ownerOf,
  type RouteDeclaration,
  type ServiceName,
  scopes,
  type TokenKind,
} from '@florin/contracts';
import type { ServedRoute } from './table.ts';

/** A service's reply to `Describe`. */
export interface DescribeReply {
  readonly service: string;
  readonly version: string;
  readonly openapi: string;
  readonly digest: string;
  readonly routes: readonly {
    readonly method: string;
    readonly template: string;
    readonly token: string;
    readonly scope: string;
    readonly timeoutMs: number;
    readonly stream: boolean;
    readonly costly: boolean;
  }[];
}

/** The accepted part of a service's description. */
export interface Description {
  readonly version: string;
  readonly routes: readonly ServedRoute[];
  readonly openapi: unknown;
}

type DescribedRoute = DescribeReply['routes'][number];

const methods: readonly HttpMethod[] = ['GET', 'POST', 'PATCH', 'DELETE'];
const tokenKinds: readonly TokenKind[] = [
  'none',
  'optional',
  'session',
  'session_or_key',
  'refresh',
];
const TEMPLATE = /^(\/([a-z0-9._~-]+|\{[a-z0-9_]+\})){1,12}$/i;
const TEMPLATE_CHARACTERS_MAX = 200;
const ROUTES_MAX = 500;
const DOCUMENT_CHARACTERS_MAX = 2_000_000;
/** Deeper documents overflow the stack, and would break the merged document. */
const DOCUMENT_LEVELS_MAX = 100;
const VERSION_CHARACTERS_MAX = 100;
/** Longest timeout at the edge. */
const TIMEOUT_MS_MAX = 120_000;

/**
 * Accepts the routes that a service may announce, and returns the reason for each refusal. Refuses
 * routes of an unknown kind too, since guessing could make them public.
 * @throws Error if another service replied.
 */
export function acceptDescription(
  service: ServiceName,
  reply: DescribeReply,
): { readonly description: Description; readonly refusals: readonly string[] } {
  if (reply.service !== service)
    throw new Error(`the process at the address of ${service} identifies as ${reply.service}`);
  if (reply.routes.length > ROUTES_MAX)
    throw new Error(`${service} announces more than ${ROUTES_MAX} routes`);
  const routes: ServedRoute[] = [];
  const refusals: string[] = [];
  for (const route of reply.routes) {
    const accepted = toDeclaration(service, route);
    if (typeof accepted !== 'string') routes.push({ service, ...accepted });
    else refusals.push(`${shorten(route.method)} ${shorten(route.template)}: ${accepted}`);
  }
  const openapi = parseDocument(reply.openapi);
  if (openapi === undefined) refusals.push('the OpenAPI document is broken, too long or too deep');
  const version = reply.version.slice(0, VERSION_CHARACTERS_MAX);
  return { description: { version, routes, openapi }, refusals };
}

/** The declared route, or the reason for its refusal. */
function toDeclaration(service: ServiceName, route: DescribedRoute): RouteDeclaration | string {
  const { template, timeoutMs, stream, costly } = route;
  const method = methods.find((known) => known === route.method);
  if (!method) return 'the method is unknown';
  if (template.length > TEMPLATE_CHARACTERS_MAX) return 'the template is too long';
  if (!TEMPLATE.test(template)) return 'the template is not well-formed';
  const owner = ownerOf(template);
  if (owner !== service) return `the path belongs to ${owner ?? 'no service'}, not to ${service}`;
  const token = tokenKinds.find((known) => known === route.token);
  if (!token) return `the kind of token ${shorten(route.token)} is unknown`;
  const scope = scopes.find((known) => known === route.scope) ?? null;
  if (route.scope !== '' && !scope) return `the scope ${shorten(route.scope)} is unknown`;
  if (stream && method !== 'GET') return 'only a GET can be a stream';
  if (!stream && !(timeoutMs > 0 && timeoutMs <= TIMEOUT_MS_MAX))
    return `the timeout must be 1 to ${TIMEOUT_MS_MAX} ms`;
  return { method, template, token, scope, timeoutMs, stream, costly };
}

/** Shortens text for the log. */
function shorten(text: string): string {
  return text.slice(0, TEMPLATE_CHARACTERS_MAX);
}

function parseDocument(text: string): unknown {
  if (text.length > DOCUMENT_CHARACTERS_MAX) return undefined;
  try {
    const document: unknown = JSON.parse(text);
    return hasLevels(document, DOCUMENT_LEVELS_MAX) ? undefined : document;
  } catch {
    return undefined;
  }
}

/** Whether a value is nested deeper than this. */
function hasLevels(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((member) => hasLevels(member, levels - 1));
}
