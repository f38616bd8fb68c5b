import {
  type HttpMethod,
  ownerOf,
  type RouteDeclaration,
  type Scope,
  type ServiceName,
  scopes,
  type TokenKind,
} from '@florin/contracts';
import type { ServedRoute } from './table.ts';

/** What a service answers to `Describe`. */
export interface DescribeReply {
  readonly service: string;
  readonly version: string;
  readonly openapi: string;
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

/** The accepted part of a service's answer. */
export interface Description {
  readonly version: string;
  readonly routes: readonly ServedRoute[];
  readonly openapi: unknown;
}

type DescribedRoute = DescribeReply['routes'][number];

const methods: readonly string[] = ['GET', 'POST', 'PATCH', 'DELETE'] satisfies HttpMethod[];
const tokenKinds: readonly string[] = [
  'none',
  'optional',
  'session',
  'session_or_key',
  'refresh',
] satisfies TokenKind[];
const TEMPLATE = /^(\/([a-z0-9._~-]+|\{[a-z0-9_]+\})){1,12}$/i;
const TEMPLATE_CHARACTERS_MAX = 200;
const ROUTES_MAX = 500;
const DOCUMENT_CHARACTERS_MAX = 2_000_000;
/** Deeper documents overflow the stack, and would break the document of all services. */
const DOCUMENT_LEVELS_MAX = 100;
const VERSION_CHARACTERS_MAX = 100;
/** The longest that anything may take at the edge. */
const TIMEOUT_MS_MAX = 120_000;

/**
 * Accepts the routes that a service may announce, and gives the reason for each refusal. A route of
 * an unknown kind is refused too: guessing could open it to everybody.
 * @throws Error when it is the answer of another service.
 */
export function acceptDescription(
  service: ServiceName,
  reply: DescribeReply,
): { readonly description: Description; readonly refusals: readonly string[] } {
  if (reply.service !== service)
    throw new Error(`what answers at the address of ${service} calls itself ${reply.service}`);
  if (reply.routes.length > ROUTES_MAX)
    throw new Error(`${service} announces more than ${ROUTES_MAX} routes`);
  const routes: ServedRoute[] = [];
  const refusals: string[] = [];
  for (const route of reply.routes) {
    const reason = findFault(service, route);
    if (reason) refusals.push(`${shorten(route.method)} ${shorten(route.template)}: ${reason}`);
    else routes.push({ service, ...toDeclaration(route) });
  }
  const openapi = parseDocument(reply.openapi);
  if (openapi === undefined) refusals.push('the OpenAPI document: broken, too long or too deep');
  const version = reply.version.slice(0, VERSION_CHARACTERS_MAX);
  return { description: { version, routes, openapi }, refusals };
}

function findFault(service: ServiceName, route: DescribedRoute): string | undefined {
  if (!methods.includes(route.method)) return 'the method is unknown';
  if (route.template.length > TEMPLATE_CHARACTERS_MAX) return 'the template is too long';
  if (!TEMPLATE.test(route.template)) return 'the template is not well-formed';
  const owner = ownerOf(route.template);
  if (owner !== service) return `the path belongs to ${owner ?? 'no service'}, not to ${service}`;
  if (!tokenKinds.includes(route.token))
    return `the kind of token ${shorten(route.token)} is unknown`;
  if (route.scope !== '' && !isScope(route.scope))
    return `the scope ${shorten(route.scope)} is unknown`;
  if (route.stream) return route.method === 'GET' ? undefined : 'only a GET can be a stream';
  const isTimely = route.timeoutMs > 0 && route.timeoutMs <= TIMEOUT_MS_MAX;
  return isTimely ? undefined : `the time allowed must be 1 to ${TIMEOUT_MS_MAX} ms`;
}

function toDeclaration(route: DescribedRoute): RouteDeclaration {
  return {
    method: route.method as HttpMethod,
    template: route.template,
    token: route.token as TokenKind,
    scope: isScope(route.scope) ? route.scope : null,
    timeoutMs: route.timeoutMs,
    stream: route.stream,
    costly: route.costly,
  };
}

function isScope(text: string): text is Scope {
  return (scopes as readonly string[]).includes(text);
}

/** Shortened for the log. */
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

/** Whether it is nested deeper than this. */
function hasLevels(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((member) => hasLevels(member, levels - 1));
}
