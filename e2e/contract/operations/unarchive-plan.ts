import { ownPlan } from '../access/fresh.ts';
import { about } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { moves } from '../prepare/plans.ts';
import { guarded } from '../scenario.ts';

export const contract: Contract = {
  operation: 'POST /v1/plans/{plan_id}/unarchive',
  access: [about('change by a name within the account', 'plan', { fresh: ownPlan })],
  withoutEvents: 'the catalogue of events has no kind for plans',
  scenarios: [guarded, moves('unarchive')],
};
