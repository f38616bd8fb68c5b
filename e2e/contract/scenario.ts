import type { ErrorCode } from '@florin/contracts';
import type { Answer } from '@florin/testing';
import { call } from '../api.ts';
import type { Caller } from './people.ts';
import type { World } from './world.ts';

export type Run = (world: World) => Promise<Answer>;

/** A request of one of the world's callers. */
export const by =
  (caller: Exclude<keyof World, 'objects'>, ...request: Parameters<Caller['call']>): Run =>
  (world) =>
    world[caller].call(...request);

/** One promise of the public API: the answer to a request. */
export interface Scenario {
  /** As in the OpenAPI document: `GET /v1/users/{user_id}`. */
  readonly operation: string;
  readonly status: number;
  /** Undefined for success. */
  readonly code: ErrorCode | undefined;
  /** The special property of the request. */
  readonly what: string;
  readonly run: Run;
}

type Answered = Omit<Scenario, 'operation'>;

/** One scenario of a contract, several, or those that any operation of a kind has. */
export type ScenarioPart =
  | Answered
  | readonly Answered[]
  | ((operation: string) => readonly Answered[]);

export function succeeds(status: number, what: string, run: Run): Answered {
  return { status, code: undefined, what, run };
}

export function refuses(status: number, code: ErrorCode, what: string, run: Run): Answered {
  return { status, code, what, run };
}

/** Several requests with the same answer; `run` builds each from its case. */
export function refusesEach<Case>(
  status: number,
  code: ErrorCode,
  run: (given: Case) => Run,
  cases: Readonly<Record<string, Case>>,
): readonly Answered[] {
  return Object.entries(cases).map(([what, given]) => refuses(status, code, what, run(given)));
}

export const NOT_A_TOKEN = 'eyJhbGciOiJub25lIn0.e30.';

/** The token is required, and an invalid one is refused, whatever else is sent. */
export function needsToken(operation: string): readonly Answered[] {
  const send = (options: object) => () => sendTo(operation, options);
  const headers = { Authorization: 'Basic YTpi' };
  return [
    refuses(401, 'unauthorized', 'no token', send({})),
    refuses(401, 'unauthorized', 'an unknown token', send({ token: NOT_A_TOKEN })),
    refuses(401, 'unauthorized', 'another scheme', send({ headers })),
  ];
}

/** As above; also, a suspended account is refused for every target. */
export function guarded(operation: string): readonly Answered[] {
  return [...needsToken(operation), ...closedToSuspended(operation)];
}

export function closedToSuspended(operation: string): readonly Answered[] {
  return [
    refuses(403, 'forbidden', 'a suspended account, which only reads', ({ suspended }) =>
      sendTo(operation, { token: suspended.token }),
    ),
  ];
}

/** An API key needs the scope of the operation, for every target. */
export function needsScope(operation: string): readonly Answered[] {
  return [
    refuses(403, 'forbidden', 'an API key without the scope', ({ narrowKey }) =>
      sendTo(operation, { token: narrowKey.token }),
    ),
  ];
}

function sendTo(operation: string, options: object) {
  const [method = '', path = ''] = operation.split(' ');
  const body = method === 'POST' || method === 'PATCH' ? { body: {} } : {};
  return call(method, path, { ...body, ...options });
}
