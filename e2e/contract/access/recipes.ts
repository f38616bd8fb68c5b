import { contracts } from '../all-contracts.ts';
import type { Recipe } from './recipe.ts';

export const recipes: readonly Recipe[] = contracts.flatMap(({ operation, access }) =>
  access === 'by knowledge' ? [] : access.map((make) => make(operation)),
);

/** Operations that depend on a password, a token or a link instead of a role. */
export const byKnowledge: readonly string[] = contracts
  .filter(({ access }) => access === 'by knowledge')
  .map(({ operation }) => operation);
