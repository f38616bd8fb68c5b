import { type HttpMethod, idPrefixes, ownerOf } from '@florin/contracts';
import {
  type Change,
  type Tree,
  toFileName,
  toIdentifier,
  withImport,
  withLineBefore,
} from './edit.ts';

interface NewEndpoint {
  readonly method: string;
  /** With parameters in braces: `/v1/users/{user_id}/devices`. */
  readonly path: string;
  /** The folder in `src` of the service that owns the path: `credentials/sessions`. */
  readonly noun: string;
}

const METHODS: readonly string[] = ['GET', 'POST', 'PATCH', 'DELETE'] satisfies HttpMethod[];
const CONTRACTS = 'e2e/contract/operations';

/**
 * `pnpm new endpoint GET /v1/auth/whoami credentials/sessions`: the route, its line in the service's
 * list, and its contract: scenarios, access, events and example.
 */
export function newEndpoint(tree: Tree, { method, path, noun }: NewEndpoint): readonly Change[] {
  const service = ownerOf(path);
  if (!METHODS.includes(method)) throw new Error(`${method} is none of ${METHODS.join(', ')}`);
  if (!service) throw new Error(`no service owns ${path}: see packages/contracts/src/services.ts`);
  if (!/^[a-z]+([-/][a-z]+)*$/.test(noun))
    throw new Error(`name the folder of apps/${service}/src for it`);
  const endpoint = toEndpoint(method, path);
  const routes = `apps/${service}/src/${noun}/routes.ts`;
  const list = `apps/${service}/src/routes.ts`;
  const present = tree.list(`apps/${service}/src/${noun}`).includes('routes.ts')
    ? tree.read(routes)
    : '';
  if (present.includes(`export const ${endpoint.name}Route `))
    throw new Error(`${routes} already has ${endpoint.name}Route`);
  if (tree.list(CONTRACTS).includes(`${endpoint.file}.ts`))
    throw new Error(`${CONTRACTS} already has ${endpoint.file}.ts`);
  const imported = withImport(
    tree.read(list),
    `import { ${endpoint.name}Route } from './${noun}/routes.ts';`,
  );
  return [
    { path: routes, text: withRoute(present, endpoint) },
    { path: list, text: withLineBefore(imported, ']', `${endpoint.name}Route,`) },
    contractOf(endpoint),
  ];
}

interface Endpoint {
  readonly operation: string;
  readonly method: string;
  readonly path: string;
  readonly file: string;
  readonly name: string;
  /** The kind of object in its path; undefined without one. */
  readonly target: string | undefined;
}

export function toEndpoint(method: string, path: string): Endpoint {
  const file = fileNameOf(method, path);
  return {
    ...{ operation: `${method} ${path}`, method, path, file },
    name: toIdentifier(file),
    target: targetOf(path),
  };
}

/**
 * `get-devices` for `GET /v1/users/{user_id}/devices`: the method and the last word of the path.
 */
function fileNameOf(method: string, path: string): string {
  const words = path.split('/').filter((word) => word !== '' && !word.startsWith('{'));
  return toFileName(`${method.toLowerCase()}-${words.at(-1)}`);
}

/** `apiKey` for `{api_key_id}` */
function targetOf(path: string): string | undefined {
  const [, parameter] = /\{(\w+)_id\}/.exec(path) ?? [];
  if (parameter === undefined) return undefined;
  const kind = toIdentifier(toFileName(parameter));
  if (!Object.hasOwn(idPrefixes, idKindOf(kind)))
    throw new Error(`{${parameter}_id} is an unknown id: see ids.ts of contracts`);
  return kind;
}

/** A payment of the public API is a payment request of the ledger. */
const idKindOf = (target: string) => (target === 'payment' ? 'paymentRequest' : target);

const hasBody = ({ method }: Endpoint) => method === 'POST' || method === 'PATCH';

/** The formatter sorts imports, and joins those of one module. */
function withRoute(present: string, endpoint: Endpoint): string {
  const { name, method, path, target } = endpoint;
  const [, parameter] = /\{(\w+)\}/.exec(path) ?? [];
  const errors = [
    ...(hasBody(endpoint) ? ['invalid_request'] : []),
    'unauthorized',
    'forbidden',
    ...(target ? ['not_found'] : []),
  ];
  const imports = ['defineRoute', ...(target ? ['idParams'] : [])].filter(
    (each) => !new RegExp(`\\b${each}\\b`).test(present),
  );
  return [
    ...(imports.length > 0 ? [`import { ${imports.join(', ')} } from '@florin/http-api';`] : []),
    ...(/import \{ z \}/.test(present) ? [] : ["import { z } from 'zod';"]),
    present,
    `export const ${name}Route = defineRoute({`,
    `method: '${method}',`,
    `path: '${path}',`,
    `operationId: '${name}',`,
    `summary: 'A verb and its object: Show the current session',`,
    `description: 'The effect, the preconditions and the side effects.',`,
    `token: 'session',`,
    target && `params: idParams({ ${parameter}: '${idKindOf(target)}' }),`,
    hasBody(endpoint) && 'body: z.object({}),',
    `replies: { 200: z.object({ object: z.string().describe('The type of the object.') }) },`,
    `errors: [${errors.map((error) => `'${error}'`).join(', ')}],`,
    'async handle() {',
    `return { status: 200, body: { object: '${path.split('/').at(-1)}' } };`,
    '},',
    '});',
    '',
  ]
    .filter((line) => line !== undefined && line !== false)
    .join('\n');
}

/**
 * Its expectations in the tests of the whole system. An operation on an object needs an existing
 * one; its scenario of success must be written by hand.
 */
export function contractOf(endpoint: Endpoint): Change {
  const { operation, method, path, file, target } = endpoint;
  const tokens = method === 'GET' ? 'needsToken' : 'guarded';
  const body = hasBody(endpoint) ? ', { body: {} }' : '';
  const send = (who: string, at: string, more = body) =>
    `({ ${who} }) => ${who}.call('${method}', ${at}${more})`;
  const place = target ? `\`${path.replace(/\{\w+\}/, `\${ABSENT.${target}}`)}\`` : `'${path}'`;
  const scenarios = [
    target
      ? `refuses(404, 'not_found', 'what there is not', ${send('owner', 'PATH')}),`
      : `succeeds(200, 'an owner', ${send('owner', 'PATH')}),`,
    `refuses(403, 'forbidden', 'an API key', ${send('key', 'PATH')}),`,
    `refuses(400, 'invalid_request', 'a name that there is not', ${
      hasBody(endpoint)
        ? send('owner', 'PATH', ', { body: { nothing: 1 } }')
        : send('owner', `\`\${PATH}?nothing=1\``)
    }),`,
  ];
  const example = `{ token${target ? `, id: 'of a ${target}'` : ''}${hasBody(endpoint) ? ', body: {}' : ''} }`;
  const text = `import { about } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { ${tokens}, refuses${target ? '' : ', succeeds'} } from '../scenario.ts';
${target ? "import { ABSENT } from '../world.ts';\n" : ''}
const PATH = ${place};

export const contract: Contract = {
  operation: '${operation}',
  access: [about('own sessions', ${target ? `'${target}'` : 'undefined'})],
${method === 'GET' ? '' : "  withoutEvents: 'why',\n"}  scenarios: [
    ${[`${tokens},`, ...scenarios].join('\n    ')}
  ],
  example: ({ token }) => (${example}),
};
`;
  return { path: `${CONTRACTS}/${file}.ts`, text };
}
