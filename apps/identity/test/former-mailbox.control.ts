import type { Control } from '@florin/testing';
import { vi } from 'vitest';
import './email-changes.test.ts';

vi.mock(import('../src/mail-links/email-changes/leave-joined.ts'), async (load) => ({
  ...(await load()),
  leaveJoined: async (_tx, user) => user,
}));

export const control: Control = {
  id: 'T55',
  fault:
    'Someone gives a login another person’s address, waits until that person joins an account by it, and undoes the change',
  holds:
    'Memberships that began by mail to the new address end; no account is left without an owner',
  control: 'an undone change of email keeps every membership',
};
