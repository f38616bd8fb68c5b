import type { Control } from '@florin/testing';
import { vi } from 'vitest';
import './turns.test.ts';

vi.mock(import('../src/domain/turns.ts'), async (load) => {
  const sound = await load();
  return {
    ...sound,
    takeTurns: (turns, { queue, free }) => ({
      queue,
      due: turns.flatMap((turn) => (turn.queue === queue ? turn.due : [])).slice(0, free),
      last: sound.START,
      isPartial: false,
    }),
  };
});

export const control: Control = {
  id: 'T64',
  fault:
    'An account has a backlog of mails with invoices, or of other mails, at a slow mail server',
  holds: 'A mail of another account takes the next turn',
  control: 'mail empties the backlog of one account before it takes mail of the next',
};
