import type { Control } from '@florin/testing';
import { vi } from 'vitest';
import './invitations.test.ts';

vi.mock(import('../src/domain/access.ts'), async (load) => {
  const sound = await load();
  return {
    ...sound,
    mayActOn: (actor, person, what) =>
      what.startsWith('invite:') || sound.mayActOn(actor, person, what),
  };
});

export const control: Control = {
  id: 'T39',
  fault:
    'Invitations by callers who may not invite, for a higher role than theirs, to a foreign address, or used again',
  holds: 'Only the reader of the mail joins, with the password of an existing login',
  control: 'identity lets every account admin appoint owners',
};
