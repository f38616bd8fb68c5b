import type { Control } from '@florin/testing';
import { vi } from 'vitest';
import './email-forms.test.ts';

vi.mock(import('../../../../packages/contracts/src/email.ts'), async (load) => ({
  ...(await load()),
  parseEmail: (text) => text.toLowerCase(),
}));

export const control: Control = {
  id: 'T15',
  fault: '50 sign-ups at once with one email in different spellings',
  holds: 'One login',
  control: 'identity compares emails as they are typed',
};
