import type { Control } from '@florin/testing';
import { vi } from 'vitest';
import './account-takeover.test.ts';

vi.mock(import('../../src/domain/access.ts'), async (load) => {
  const sound = await load();
  return {
    ...sound,
    // Logins belong to no person: their first account manages all of them.
    mayActOn: (actor, person, what) => {
      const created = { createdBy: person.accountId, hasOwnPassword: false, guestIn: [] };
      const isFirst = actor.accountId === person.accountId;
      return (
        sound.mayActOn(actor, person, what) ||
        (isFirst && sound.mayActOn(actor, { ...person, ...created }, what))
      );
    },
  };
});

export const control: Control = {
  id: 'T60',
  fault:
    'The owner or an account admin of a first account sets the password of a person, resets their second factor, renames, suspends or deletes their login, or moves it with the email of the account',
  holds:
    'Only its person and administrators change a login; an account changes one that it created',
  control: 'identity lets the first account manage every login',
};
