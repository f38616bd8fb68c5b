import { baseUrl } from '../api.ts';

/** An operation as the system itself describes it. */
export interface Documented {
  /** `GET /v1/users/{user_id}` */
  readonly operation: string;
  readonly takesToken: boolean;
  readonly takesBody: boolean;
  /** An Idempotency-Key. */
  readonly takesKey: boolean;
  readonly answers: readonly DocumentedAnswer[];
}

export interface DocumentedAnswer {
  readonly status: number;
  /** Error codes; none for success. */
  readonly codes: readonly string[];
}

interface OpenApi {
  readonly paths: Readonly<
    Record<
      string,
      Readonly<
        Record<
          string,
          {
            readonly security?: readonly object[];
            readonly parameters?: readonly { readonly name: string }[];
            readonly requestBody?: object;
            readonly responses: Readonly<Record<string, { readonly description: string }>>;
          }
        >
      >
    >
  >;
}

/** Every operation of the OpenAPI document that the system serves, payment pages included. */
export async function readOperations(): Promise<readonly Documented[]> {
  const response = await fetch(`${baseUrl()}/v1/openapi.json`);
  const { paths } = (await response.json()) as OpenApi;
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, { security = [], parameters = [], requestBody, responses }]) => ({
        operation: `${method.toUpperCase()} ${path}`,
        takesToken: security.length > 0,
        takesBody: requestBody !== undefined,
        takesKey: parameters.some(({ name }) => name === 'Idempotency-Key'),
        answers: Object.entries(responses).map(([status, { description }]) => ({
          status: Number(status),
          codes: Number(status) < 400 ? [] : codesIn(description),
        })),
      }),
    ),
  );
}

function codesIn(description: string): readonly string[] {
  return [...description.matchAll(/`(\w+)`/g)].map(([, code = '']) => code);
}
