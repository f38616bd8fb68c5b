import { expect, it } from 'vitest';
import { explain } from './explain.ts';

it('prints an error with its causes', () => {
  const error = new Error('migration 0002 failed', { cause: new Error('relation is missing') });
  expect(explain(error, '/data')).toBe('migration 0002 failed: relation is missing');
});

it('prints the reason of an abort instead of the abort itself', () => {
  const error = new DOMException('The operation was aborted', { name: 'AbortError' });
  Object.defineProperty(error, 'cause', { value: new Error('nats does not start') });
  expect(explain(error, '/data')).toBe('nats does not start');
});

it.each(['ENOSPC: no space left on device, write', 'FATAL: x: No space left on device'])(
  'says what to do about "%s"',
  (message) => {
    expect(explain(new Error(message), '/data')).toBe(
      `${message}\nthe disk of /data is full: free some space there; confirmed data is safe`,
    );
  },
);
