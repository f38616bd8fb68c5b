import type { Control } from '@florin/testing';
import { vi } from 'vitest';
import './render.test.ts';

vi.mock(import('./render.ts'), async (load) => {
  const sound = await load();
  return {
    ...sound,
    renderMessage: (texts, kind, facts) => ({
      ...sound.renderMessage(texts, kind, facts),
      subject: `${facts.account}: ${facts.amount}`,
    }),
  };
});

export const control: Control = {
  id: 'T41',
  fault: 'Names and references with line breaks, markup or addresses in mails',
  holds: 'A header is one line, a mail has one recipient, and markup is text',
  control: 'mail keeps line breaks in subjects',
};
