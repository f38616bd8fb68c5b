import type { Control } from '@florin/testing';
import { vi } from 'vitest';
import './stop-clock.ts';
import './exports.test.ts';

vi.mock(import('../src/documents/exports/queries.ts'), async (load) => {
  const sound = await load();
  return {
    ...sound,
    async takeExport(db) {
      const taken = await sound.takeExport(db);
      return taken && { ...taken, place: null };
    },
  };
});

export const control: Control = {
  id: 'F38',
  fault:
    'A process dies while it writes an export, or loses the export to another process and goes on',
  holds: 'The file has every row once, in order',
  control: 'billing restarts an export at its first row',
};
