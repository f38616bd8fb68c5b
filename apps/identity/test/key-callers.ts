import { anonymous, type Caller, parsePublicId, type Scope } from '@florin/contracts';
import type { Answer } from '@florin/testing';
import { expect } from 'vitest';
import { createKey } from './keys.ts';
import type { Person } from './people.ts';
import type { TestIdentity } from './start-identity.ts';

/** An API key as the gateway asserts it. */
export interface Key {
  readonly id: string;
  readonly caller: Caller;
  readonly answer: Answer;
}

export function toKey(answer: Answer): Key {
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  const { id, scopes, account_id } = answer.body;
  const accountId = parsePublicId('account', account_id) ?? null;
  return {
    id,
    answer,
    caller: { ...anonymous, accountId, apiKeyId: parsePublicId('apiKey', id), scopes },
  };
}

/** Creates keys of an owner's account. */
export const makeKeys =
  (identity: () => TestIdentity, owner: () => Person) =>
  async (scopes: readonly Scope[], more: object = {}, by = owner()): Promise<Key> =>
    toKey(await createKey(identity(), by.caller, { name: 'till', scopes, ...more }));

export const callBy =
  (identity: () => TestIdentity) =>
  ({ caller }: { readonly caller: Caller }, method: string, path: string, body?: object) =>
    identity().call(method, path, { caller, ...(body === undefined ? {} : { body }) });
