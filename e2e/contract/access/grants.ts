import { roleScopes, type Scope } from '@florin/contracts';
import type { Documented } from '../document.ts';
import { expectedOutcomes, type Target } from './expected.ts';
import { hashes, type Recipe } from './recipe.ts';
import type { KnownCaller } from './sides.ts';
import { allowed, own, type TeamRole } from './team-permissions.ts';

/** A caller of the grants matrix. */
export interface Grantee {
  readonly name: string;
  readonly token: string;
  /** The permission table's caller that this one must match, within its scopes and role. */
  readonly heldTo: KnownCaller;
  /** The scopes of an API key; absent for people. */
  readonly scopes?: readonly Scope[];
  /** A role that the permission table does not list. */
  readonly teamRole?: TeamRole;
}

/** Whether an operation accepts the caller, or refuses with 401 or 403. */
export type Verdict = 'passes' | 'refused';

/** Rules of operations that only the owner of an account may begin. */
const OWNERS_ONLY = ['hand the account over', 'close the own account'];
/** The scopes of the key decide, so a developer is refused only once the key is found. */
const DECIDED_LATER = 'POST /v1/api_keys/{api_key_id}/rotate';

/** Requests name nothing that exists, so those that pass change nothing. */
export function targetOf(recipe: Recipe): Target {
  return recipe.target === undefined ? 'nothing' : 'absent';
}

/** Derived from the scope that the operation declares, else from the permission table. */
export function expectedVerdicts(
  { operation, scope: ofKeys, isScopeOfRoles }: Documented,
  recipe: Recipe,
  { heldTo, scopes, teamRole }: Grantee,
): readonly Verdict[] {
  const byTable = (caller: KnownCaller) =>
    expectedOutcomes(recipe, caller, targetOf(recipe)).map(toVerdict);
  const scope = isScopeOfRoles ? ofKeys : undefined;
  if (scopes) return isIn(scopes, ofKeys) ? byTable(heldTo) : ['refused'];
  if (teamRole === undefined) return byTable(heldTo);
  if (scope === undefined && own.test(operation))
    return byTable(teamRole === 'account_admin' ? heldTo : { ...heldTo, role: 'member' });
  if (operation === DECIDED_LATER) return byTable(heldTo).concat('refused');
  const mayBegin =
    (scope !== undefined && isIn(roleScopes[teamRole], scope)) || isAllowed(teamRole, operation);
  return mayBegin && !OWNERS_ONLY.includes(recipe.rule) ? byTable(heldTo) : ['refused'];
}

/** A request that passes and spends its caller or its session belongs to the access matrix alone. */
export function isSpending(recipe: Recipe, verdicts: readonly Verdict[]): boolean {
  const spends = recipe.fresh !== undefined && targetOf(recipe) === 'nothing';
  return (spends || hashes(recipe)) && verdicts.includes('passes');
}

function isIn(granted: readonly Scope[], scope: string | undefined): boolean {
  return granted.some((each) => each === scope);
}

function isAllowed(role: TeamRole, operation: string): boolean {
  return role === 'account_admin' || allowed[role].some((each) => each.test(operation));
}

function toVerdict(outcome: string): Verdict {
  return /^40[13]\b/.test(outcome) ? 'refused' : 'passes';
}
