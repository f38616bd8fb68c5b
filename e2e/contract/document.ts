import { baseUrl } from '../api.ts';
import { internalPaths } from '../operations.ts';
import { type BodyObject, type BodySchema, listObjects } from './body-objects.ts';

/** An operation as in the OpenAPI document. */
export interface Documented {
  /** `GET /v1/users/{user_id}` */
  readonly operation: string;
  /** Names of its query and header parameters. */
  readonly parameters: readonly string[];
  readonly takesToken: boolean;
  /** The scope that an API key needs. */
  readonly scope: string | undefined;
  /** Whether a user's role must include the scope too. */
  readonly isScopeOfRoles: boolean;
  readonly takesBody: boolean;
  /** The names of its query parameters. */
  readonly query: readonly string[];
  /** The objects of its body, the body itself first. */
  readonly objects: readonly BodyObject[];
  /** Whether it accepts an Idempotency-Key. */
  readonly takesKey: boolean;
  readonly answers: readonly DocumentedAnswer[];
}

export interface DocumentedAnswer {
  readonly status: number;
  /** Error codes; none for success. */
  readonly codes: readonly string[];
}

interface OpenApi {
  readonly components: object;
  readonly paths: Readonly<
    Record<
      string,
      Readonly<
        Record<
          string,
          {
            readonly description?: string;
            readonly security?: readonly { readonly bearer?: readonly string[] }[];
            readonly parameters?: readonly {
              readonly name: string;
              readonly in: string;
            }[];
            readonly requestBody?: {
              readonly content: Readonly<Record<string, { readonly schema: BodySchema }>>;
            };
            /**
             * Responses without a description come from the gateway and are the same for all
             * operations.
             */
            readonly responses: Readonly<Record<string, { readonly description?: string }>>;
          }
        >
      >
    >
  >;
}

/**
 * Every operation that the system serves, with payment pages, and those of our own pages, which
 * only the services' documents list.
 */
export async function readOperations(): Promise<readonly Documented[]> {
  const response = await fetch(`${baseUrl()}/v1/openapi.json`);
  const document = (await response.json()) as OpenApi;
  return Object.entries({
    ...internalPaths<OpenApi['paths'][string]>(),
    ...document.paths,
  }).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, { description = '', security = [], parameters = [], requestBody, responses }]) => ({
        operation: `${method.toUpperCase()} ${path}`,
        parameters: parameters.map(({ name }) => name),
        takesToken: security.length > 0,
        scope: security.flatMap(({ bearer = [] }) => bearer)[0],
        isScopeOfRoles: description.includes('API keys and roles need the scope'),
        takesBody: requestBody !== undefined,
        query: parameters.filter((each) => each.in === 'query').map(({ name }) => name),
        objects: Object.values(requestBody?.content ?? {})
          .slice(0, 1)
          .flatMap(({ schema }) => listObjects(document, schema)),
        takesKey: parameters.some(({ name }) => name === 'Idempotency-Key'),
        answers: Object.entries(responses).flatMap(([status, { description }]) =>
          description === undefined
            ? []
            : { status: Number(status), codes: Number(status) < 400 ? [] : codesIn(description) },
        ),
      }),
    ),
  );
}

function codesIn(description: string): readonly string[] {
  return [...description.matchAll(/`(\w+)`/g)].map(([, code = '']) => code);
}
