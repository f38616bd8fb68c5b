import type { Control } from '@florin/testing';
import { vi } from 'vitest';
import './refresh-session.test.ts';

vi.mock(import('../src/domain/refresh.ts'), async (load) => {
  const sound = await load();
  return {
    ...sound,
    decideRefresh(presented, now) {
      const decision = sound.decideRefresh(presented, now);
      return decision === 'refuse_and_end' ? 'refuse' : decision;
    },
  };
});

export const control: Control = {
  id: 'T4',
  fault: 'A refresh token is used 50 times at once, or a used one comes back later (T5)',
  holds: 'Exactly one use succeeds; a late one ends the session',
  control: 'identity refuses a used token but keeps its session',
};
