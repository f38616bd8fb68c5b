import { type Form, listOf } from './form.ts';
import { movementNow } from './operations/balance.ts';
import type { Scope, World } from './world.ts';

const DEPTH_MAX = 4;

/** Replaces ids in an answer by objects, for each `expand[]` of a request. */
export function expand(world: World, scope: Scope, answer: object, form: Form): object {
  let expanded = answer;
  for (const path of listOf(form, 'expand')) {
    const steps = typeof path === 'string' ? path.split('.') : [];
    if (steps.length > 0 && steps.length <= DEPTH_MAX)
      expanded = walk(world, scope, expanded, steps) as object;
  }
  return expanded;
}

function walk(world: World, scope: Scope, value: unknown, steps: readonly string[]): unknown {
  const [step, ...rest] = steps;
  if (Array.isArray(value)) return value.map((item) => walk(world, scope, item, steps));
  const object = typeof value === 'string' ? find(world, scope, value) : value;
  if (step === undefined || typeof object !== 'object' || object === null) return object;
  const below = (object as Readonly<Record<string, unknown>>)[step];
  return below === undefined ? object : { ...object, [step]: walk(world, scope, below, rest) };
}

function find(world: World, scope: Scope, id: string): unknown {
  const movement = scope.movements.find(id);
  if (movement) return movementNow(world, movement);
  const { customers, methods, setupIntents, paymentIntents, sessions } = scope;
  const { charges, refunds, disputes, payouts } = scope;
  for (const table of [customers, methods, setupIntents, paymentIntents, sessions]) {
    const found = table.find(id);
    if (found) return found;
  }
  for (const table of [charges, refunds, disputes, payouts]) {
    const found = table.find(id);
    if (found) return found;
  }
  return id;
}
