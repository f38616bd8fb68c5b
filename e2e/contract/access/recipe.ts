import { newEmail } from '@florin/system-kit';
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

/** Completes a recipe for the operation of its contract. */
export type MakeRecipe = (operation: string) => Recipe;

export const about =
  (
    rule: RuleName,
    target: IdName | undefined,
    rest: Partial<Recipe> & { readonly body?: object } = {},
  ): MakeRecipe =>
  (operation) => {
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
  };

const pathOf = (operation: string) => operation.split(' ')[1] ?? '';

/** A field of the body names the target. */
export const aboutField =
  (
    rule: RuleName,
    [field, target]: readonly [field: string, target: IdName],
    rest: Partial<Recipe> & { readonly body?: object } = {},
  ): MakeRecipe =>
  (operation) => {
    const { body = {}, ...given } = rest;
    return about(rule, target, {
      by: field,
      request: (id) => ({ path: pathOf(operation), body: { ...body, [field]: id } }),
      ...given,
    })(operation);
  };

/** A list, filtered by the target. */
export const listBy =
  (
    rule: RuleName,
    [parameter, target]: readonly [parameter: string, target: IdName],
    rest: Partial<Recipe> = {},
  ): MakeRecipe =>
  (operation) =>
    about(rule, target, {
      by: parameter,
      request: (id) => ({ path: `${pathOf(operation)}?${parameter}=${encodeURIComponent(id)}` }),
      unknown: EMPTY,
      foreign: rest.unknown ?? EMPTY,
      misshapen: EMPTY,
      ...rest,
    })(operation);

/** The page of a list after one of its items. */
export function pageAfter(rule: RuleName, target: IdName): MakeRecipe {
  return listBy(rule, ['starting_after', target], {
    unknown: '400 invalid_request',
    misshapen: '400 invalid_request',
  });
}

export const signUp =
  (body: object, rule: 'sign up' | 'create users' = 'sign up'): MakeRecipe =>
  (operation) =>
    about(rule, undefined, {
      request: () => ({
        path: pathOf(operation),
        body: { email: newEmail(), password: 'correct horse', ...body },
      }),
    })(operation);

/** Whether the request hashes a new user's password. */
export function hashes({ rule }: Recipe): boolean {
  return rule === 'sign up' || rule === 'create users';
}
