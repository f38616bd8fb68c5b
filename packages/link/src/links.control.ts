import type { Control } from '@florin/testing';
import { vi } from 'vitest';
import './links.test.ts';

vi.mock(import('./tag.ts'), async (load) => ({ ...(await load()), isTagOf: () => true }));

export const control: Control = {
  id: 'T32',
  fault:
    'Links between the gateway and a service that are opened without a key, tampered with or replayed',
  holds: 'They are refused or cut, and nothing is done',
  control: 'a service accepts frames with any tag',
};
