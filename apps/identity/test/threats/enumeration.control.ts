import { setTimeout as pause } from 'node:timers/promises';
import type { Control } from '@florin/testing';
import { vi } from 'vitest';
import { findUserBy } from '../../src/records/users-queries.ts';
import './enumeration.test.ts';

const SMTP_MS = 50;

vi.mock(import('../../src/mail-links/password-resets/request.ts'), async (load) => {
  const sound = await load();
  return {
    ...sound,
    async requestPasswordReset(deps, asked) {
      await sound.requestPasswordReset(deps, asked);
      if (await findUserBy(deps.db, 'email', asked.email)) await pause(SMTP_MS);
    },
  };
});

export const control: Control = {
  id: 'T29',
  fault: 'Password resets for emails that have a login and emails that have none',
  holds: 'The same answer after the same time: medians less than 2 ms apart',
  control: 'identity sends the mail before it answers',
};
