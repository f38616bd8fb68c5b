import {
  AppError,
  type HttpMethod,
  ownerOf,
  type RouteDeclaration,
  type ServiceName,
} from '@florin/contracts';

/** A route and its service. */
export interface ServedRoute extends RouteDeclaration {
  readonly service: ServiceName;
}

export type RouteMatch =
  | { readonly kind: 'route'; readonly route: ServedRoute }
  | { readonly kind: 'other_method'; readonly allow: readonly HttpMethod[] }
  | { readonly kind: 'none' };

export interface RouteTable {
  /** Matches the path as sent, without its query string. */
  readonly find: (method: string, path: string) => RouteMatch;
  /** Routes whose method and path an earlier route already has. */
  readonly duplicates: readonly ServedRoute[];
}

interface Node {
  readonly literals: Map<string, Node>;
  parameter: Node | undefined;
  readonly routes: Map<string, ServedRoute>;
}

/** An encoded slash, backslash or NUL, which no id contains and servers decode differently. */
const NO_ID = /%(2f|5c|00)/i;

/**
 * An exact matcher: a parameter matches one non-empty segment, literals win over parameters, and
 * nothing is decoded, trimmed or case-folded.
 */
export function buildRouteTable(routes: readonly ServedRoute[]): RouteTable {
  const root = makeNode();
  const duplicates: ServedRoute[] = [];
  for (const route of routes) {
    const node = addPath(root, toSegments(route.template));
    if (node.routes.has(route.method)) duplicates.push(route);
    else node.routes.set(route.method, route);
  }
  return {
    duplicates,
    find(method, path) {
      const node = findNode(root, toSegments(path), 0);
      if (!node) return { kind: 'none' };
      const route = node.routes.get(method);
      if (route) return { kind: 'route', route };
      return { kind: 'other_method', allow: [...node.routes.values()].map((one) => one.method) };
    },
  };
}

function makeNode(): Node {
  return { literals: new Map(), parameter: undefined, routes: new Map() };
}

function toSegments(path: string): string[] {
  return path.split('/').slice(1);
}

function addPath(root: Node, segments: readonly string[]): Node {
  let node = root;
  for (const segment of segments) {
    if (segment.startsWith('{')) {
      node.parameter ??= makeNode();
      node = node.parameter;
    } else {
      const child = node.literals.get(segment) ?? makeNode();
      node.literals.set(segment, child);
      node = child;
    }
  }
  return node;
}

/** Falls back to the parameter if the literal matches nothing: `/a/b/d` matches `/a/{x}/d`. */
function findNode(node: Node, segments: readonly string[], at: number): Node | undefined {
  const segment = segments[at];
  if (segment === undefined) return node.routes.size > 0 ? node : undefined;
  if (segment === '' || NO_ID.test(segment)) return undefined;
  const literal = node.literals.get(segment);
  const found = literal && findNode(literal, segments, at + 1);
  return found ?? (node.parameter && findNode(node.parameter, segments, at + 1));
}

/** The currently known routes, and whether more are expected. */
export interface KnownRoutes {
  table(): RouteTable;
  /** Whether a configured service has not described its routes, even after a short wait. */
  isStarting(service: ServiceName): Promise<boolean>;
}

/**
 * Finds the route of a request.
 * @throws AppError not_found, 405 with Allow, unavailable while its service is starting
 */
export async function findRoute(
  routes: KnownRoutes,
  method: string,
  path: string,
): Promise<ServedRoute> {
  let match = routes.table().find(method, path);
  if (match.kind === 'none') {
    const owner = ownerOf(path);
    if (owner && (await routes.isStarting(owner)))
      throw new AppError('unavailable', `${owner} is starting; retry`);
    match = routes.table().find(method, path);
  }
  if (match.kind === 'route') return match.route;
  if (match.kind === 'other_method') throw methodNotAllowed(method, match.allow);
  throw new AppError('not_found', 'there is nothing at this path; see GET /v1/openapi.json');
}

export function methodNotAllowed(method: string, allow: readonly string[]): AppError {
  const all = allow.includes('GET') ? [...allow, 'HEAD'] : allow;
  const list = [...all].sort().join(', ');
  return new AppError('invalid_request', `${method} is not supported here; use ${list}`, {
    status: 405,
    headers: { Allow: list },
  });
}
