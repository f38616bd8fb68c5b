import { expect } from 'vitest';
import type { RawAnswer } from './raw-call.ts';

/** Any answer must be machine-readable, and safe to show to people. */
export function expectOrderly(name: string, { status, headers, text }: RawAnswer): void {
  const shown = `${name}: ${status} ${text.slice(0, 300)}`;
  expect(status, shown).toBeGreaterThanOrEqual(200);
  expect(status, shown).toBeLessThan(500);
  expect(headers.get('request-id') ?? '', shown).toMatch(/^[!-~]+$/);
  expect(headers.get('content-type') ?? '', shown).toMatch(
    /^(application\/jsonl?|text\/event-stream)/,
  );
  expect(text, shown).not.toMatch(/<\/?(html|pre|body)|\n\s+at |node:internal|\.ts:\d/i);
  if (status === 401) expect(headers.get('www-authenticate'), shown).toBe('Bearer');
  if (status < 400) return;
  const body = JSON.parse(text);
  expect(Object.keys(body).sort(), shown).toEqual(['error', 'message']);
  expect([typeof body.error, typeof body.message], shown).toEqual(['string', 'string']);
  expect(body.message.length, shown).toBeLessThan(1_000);
}
