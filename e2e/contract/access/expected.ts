import { specOperations } from '../spec-operations.ts';
import { type Reach, rules } from './permissions.ts';
import type { Recipe } from './recipe.ts';
import type { KnownCaller, SideName } from './sides.ts';

export type Target = SideName | 'absent' | 'misshapen' | 'nothing';

/** Outcomes that the permission table allows: `ok`, or a status and a code. */
export function expectedOutcomes(
  recipe: Recipe,
  caller: KnownCaller,
  target: Target,
): readonly string[] {
  const { token, reach } = rules[recipe.rule];
  if (token === 'ignored') return ['ok'];
  if (caller.name === 'a bad token') return ['401 unauthorized'];
  if (caller.role === undefined) return [token === 'optional' ? 'ok' : '401 unauthorized'];
  const outcome = outcomeOf(recipe, caller, target, reach[caller.role]);
  // Both the permission and the target are missing: either answer is right.
  if (reach[caller.role] === 'none' && target === 'misshapen') return [outcome, recipe.misshapen];
  if (reach[caller.role] === 'looks') return [outcome, denial(recipe.operation)];
  return [outcome];
}

function outcomeOf(recipe: Recipe, caller: KnownCaller, target: Target, reach: Reach): string {
  if (reach === 'none') return denial(recipe.operation);
  if (recipe.isActing && caller.role !== 'admin' && caller.role !== 'platform')
    return caller.side === target && caller.role !== 'alone' ? 'ok' : '400 invalid_request';
  if (target === 'nothing') return ofOneself(recipe, caller, reach);
  const { unknown, misshapen } = recipe;
  if (target === 'misshapen') {
    // The caller chose this name freely, so the object is the caller's own.
    if (misshapen !== 'ok') return misshapen;
    if (reach === 'looks') return denial(recipe.operation);
    return caller.role === 'alone' ? unknown : 'ok';
  }
  if (target === 'absent') return unknown;
  if (reach === 'looks') return denial(recipe.operation);
  const isReached =
    reach === 'all' ||
    (reach === 'own' && caller.side === target) ||
    (reach === 'self' && caller.side === target && caller.role === recipe.whose);
  return isReached ? 'ok' : recipe.foreign;
}

/** A request without a target is about the caller's own objects. */
function ofOneself(recipe: Recipe, caller: KnownCaller, reach: Reach): string {
  if (reach === 'looks') return denial(recipe.operation);
  return reach === 'own' && caller.role === 'alone' ? recipe.unknown : 'ok';
}

/**
 * A valid token without permission: 403 if the specification lists it or omits the operation, else
 * 401.
 */
function denial(operation: string): string {
  const specified = specOperations[operation];
  return specified && !specified.refusals.includes(403) ? '401 unauthorized' : '403 forbidden';
}
