import type { Call } from '../../api.ts';
import type { Caller } from '../people.ts';
import type { RuleName } from './permissions.ts';
import type { IdName, KnownCaller, Side } from './sides.ts';

/** How an operation is asked about something. */
export interface Recipe {
  readonly operation: string;
  /** Of its recipes, where an operation has several. */
  readonly by: string;
  readonly rule: RuleName;
  /** What it is about; undefined when the request names nothing. */
  readonly target: IdName | undefined;
  readonly request: (id: string) => { readonly path: string } & Call;
  /** What is answered about something that does not exist for the caller. */
  readonly unknown: string;
  /** What is answered about something that exists beyond the caller's reach, if not the same. */
  readonly foreign: string;
  /** What is answered about an id of another shape, if not the same. */
  readonly misshapen: string;
  /** Whose the target is, as a person. */
  readonly whose: 'owner' | 'member';
  /** Only an admin says by it for whom; others may name their own account. */
  readonly isActing: boolean;
  /** Something that a call which is allowed may spend. */
  readonly fresh: ((side: Side, caller: KnownCaller) => Promise<Fresh>) | undefined;
  /** The status of an answer that may hold others, of which the first counts. */
  readonly statusOf: ((body: unknown) => string) | undefined;
}

export interface Fresh {
  readonly id?: string;
  /** Who is to ask, when the call spends the caller. */
  readonly as?: Caller;
  /** What the call says in place of what the recipe does: it names something that is fresh too. */
  readonly body?: object;
}

export const NOT_FOUND = '404 not_found';
/** Of lists: they answer, with nothing in it. */
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

/** A field of the body names what it is about. */
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

/** A list, narrowed to what a parameter names. */
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

/** Whether the request hashes the password of a new user. */
export function hashes({ rule }: Recipe): boolean {
  return rule === 'sign up' || rule === 'create users';
}
