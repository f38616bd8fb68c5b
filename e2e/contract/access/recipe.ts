import type { Call } from '../../api.ts';
import type { Caller } from '../people.ts';
import type { RuleName } from './permissions.ts';
import type { IdName, KnownCaller, Side } from './sides.ts';

/** A request for one operation of the access matrix. */
export interface Recipe {
  readonly operation: string;
  /** Distinguishes several recipes of one operation. */
  readonly by: string;
  readonly rule: RuleName;
  /** The id that the request names; undefined if it names none. */
  readonly target: IdName | undefined;
  readonly request: (id: string) => { readonly path: string } & Call;
  /** The answer for an object that does not exist for the caller. */
  readonly unknown: string;
  /** The answer for an object outside the caller's reach, if different. */
  readonly foreign: string;
  /** The answer for a malformed id, if different. */
  readonly misshapen: string;
  /** The person who owns the target. */
  readonly whose: 'owner' | 'member';
  /** Only an admin names another account here; others may name their own. */
  readonly isActing: boolean;
  /** Creates an object that one permitted call may use up. */
  readonly fresh: ((side: Side, caller: KnownCaller) => Promise<Fresh>) | undefined;
  /** Status of the first result, for an answer that holds several. */
  readonly statusOf: ((body: unknown) => string) | undefined;
}

export interface Fresh {
  readonly id?: string;
  /** The caller, when the call uses up its caller. */
  readonly as?: Caller;
  /** The body in place of the recipe's, for a call that names a fresh object too. */
  readonly body?: object;
}

export const NOT_FOUND = '404 not_found';
/** An empty list. */
export const EMPTY = 'ok, nothing';

export function about(
  operation: string,
  rule: RuleName,
  target: IdName | undefined,
  rest: Partial<Recipe> & { readonly body?: object } = {},
): Recipe {
  const { body, ...given } = rest;
  const [method = '', template = ''] = operation.split(' ');
  const sent = method === 'POST' || method === 'PATCH' ? { body: body ?? {} } : {};
  return {
    operation,
    by: target ?? 'nothing',
    rule,
    target,
    request: (id) => ({
      path: template.replace(/\{\w+\}/, encodeURIComponent(id)),
      ...sent,
    }),
    unknown: NOT_FOUND,
    foreign: given.unknown ?? NOT_FOUND,
    misshapen: given.unknown ?? NOT_FOUND,
    whose: 'member',
    isActing: false,
    fresh: undefined,
    statusOf: undefined,
    ...given,
  };
}

/** A field of the body names the target. */
export function aboutField(
  operation: string,
  rule: RuleName,
  [field, target]: readonly [field: string, target: IdName],
  rest: Partial<Recipe> & { readonly body?: object } = {},
): Recipe {
  const { body = {}, ...given } = rest;
  const path = operation.split(' ')[1] ?? '';
  return about(operation, rule, target, {
    by: field,
    request: (id) => ({ path, body: { ...body, [field]: id } }),
    ...given,
  });
}

/** A list, filtered by the target. */
export function listBy(
  operation: string,
  rule: RuleName,
  [parameter, target]: readonly [parameter: string, target: IdName],
  rest: Partial<Recipe> = {},
): Recipe {
  const path = operation.split(' ')[1] ?? '';
  return about(operation, rule, target, {
    by: parameter,
    request: (id) => ({ path: `${path}?${parameter}=${encodeURIComponent(id)}` }),
    unknown: EMPTY,
    foreign: rest.unknown ?? EMPTY,
    misshapen: EMPTY,
    ...rest,
  });
}

/** The page of a list after one of its items. */
export function pageAfter(operation: string, rule: RuleName, target: IdName): Recipe {
  return listBy(operation, rule, ['starting_after', target], {
    unknown: '400 invalid_request',
    misshapen: '400 invalid_request',
  });
}

/** Whether the request hashes a new user's password. */
export function hashes({ rule }: Recipe): boolean {
  return rule === 'sign up' || rule === 'create users';
}
