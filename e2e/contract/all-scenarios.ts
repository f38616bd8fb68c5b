import { contracts } from './all-contracts.ts';
import type { Scenario } from './scenario.ts';
import { scenariosOf } from './scenarios-of.ts';
import { unknownParameterScenarios } from './unknown-parameters.ts';

export const allScenarios: readonly Scenario[] = [
  ...contracts.flatMap(scenariosOf),
  ...unknownParameterScenarios,
];
