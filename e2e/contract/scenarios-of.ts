import type { Contract } from './contract.ts';
import type { Scenario } from './scenario.ts';

export function scenariosOf({ operation, scenarios }: Contract): readonly Scenario[] {
  return scenarios
    .flatMap((part) => (typeof part === 'function' ? part(operation) : part))
    .map((answered) => ({ operation, ...answered }));
}
