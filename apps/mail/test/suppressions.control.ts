import type { Control } from '@florin/testing';
import { vi } from 'vitest';
import './suppressions.test.ts';

vi.mock(import('../src/domain/suppression.ts'), async (load) => ({
  ...(await load()),
  findSuppression: () => undefined,
}));

export const control: Control = {
  id: 'T35',
  fault: 'Forged bounce notices, and guessed unsubscribe links',
  holds: 'They stop no mail',
  control: 'mail ignores suppressions',
};
