import type { Control } from '@florin/testing';
import { vi } from 'vitest';
import './left-behind.test.ts';

vi.mock(import('../../src/invitations/end.ts'), async (load) => ({
  ...(await load()),
  endInvitationsBeyond: async () => {},
  mayInvite: () => true,
}));

export const control: Control = {
  id: 'T62',
  fault:
    'A person leaves invitations and API keys behind when they are removed, demoted or deleted',
  holds:
    'Such invitations join no one; the remover sees the keys and can revoke them in the same step',
  control: 'identity ends no invitation and checks no inviter',
};
