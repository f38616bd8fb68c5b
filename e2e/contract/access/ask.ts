import type { Answer } from '@florin/testing';
import { call } from '../../api.ts';
import type { Person } from '../people.ts';
import { rules } from './permissions.ts';
import type { Recipe } from './recipe.ts';
import { recipes } from './recipes.ts';
import type { Side } from './sides.ts';

/** A permitted request, which may be sent several times. */
export interface Prepared {
  readonly path: string;
  readonly token: string;
  readonly body: Record<string, unknown> | undefined;
  readonly send: (body: unknown, key?: string) => Promise<Answer>;
}

/**
 * Prepares an operation on an object of the owner, sent by the owner, or by the admin if required.
 */
export async function prepare(operation: string, side: Side, admin: Person): Promise<Prepared> {
  const { rule, target, fresh, request } = recipeOf(operation);
  const person = rules[rule].reach.owner === 'none' ? admin : side.owner;
  const caller = { name: 'owner of A', role: 'owner', side: 'A', person, ...person } as const;
  const made = await fresh?.(side, caller);
  const id = made?.id ?? (target === undefined ? '' : side.ids[target]);
  const [method = ''] = operation.split(' ');
  const { path, body = undefined } = { ...request(id), ...(made?.body && { body: made.body }) };
  const token = made?.as?.token ?? person.token;
  return {
    path,
    token,
    body: body as Record<string, unknown> | undefined,
    send: (sent, key) =>
      call(method, path, {
        token,
        ...(key === undefined ? {} : { key }),
        ...(sent === undefined ? {} : { body: sent }),
      }),
  };
}

function recipeOf(operation: string): Recipe {
  const recipe = recipes.find((each) => each.operation === operation);
  if (!recipe) throw new Error(`${operation} has no recipe in the access matrix`);
  return recipe;
}
