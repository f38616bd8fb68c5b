import { describe, expect, it } from 'vitest';
import { formatLogLine } from './log-lines.ts';

const plain = { colour: false, debug: false };

function line(fields: Record<string, unknown>): string {
  return JSON.stringify({ level: 30, time: '2026-01-31T12:00:00.123', msg: 'hello', ...fields });
}

describe('formatLogLine', () => {
  it('shows time, source, level, message, request and further fields', () => {
    const text = line({ level: 40, name: 'ledger', pid: 7, request_id: 'req_1', batch: 12 });
    expect(formatLogLine('ledger-1', text, plain)).toBe(
      '12:00:00.123 ledger-1   warn  hello request=req_1 batch=12',
    );
  });

  it('omits request lines by default', () => {
    const text = line({ request_id: 'req_1', status: 200 });
    expect(formatLogLine('gateway-1', text, plain)).toBeUndefined();
    expect(formatLogLine('gateway-1', text, { ...plain, debug: true })).toContain('status=200');
    expect(formatLogLine('gateway-1', line({ level: 50, status: 500 }), plain)).toContain('error');
  });

  it('omits debug lines by default', () => {
    expect(formatLogLine('ledger-1', line({ level: 20 }), plain)).toBeUndefined();
    expect(formatLogLine('ledger-1', line({ level: 20 }), { ...plain, debug: true })).toBeDefined();
  });

  it('passes on other text, with the name of its source', () => {
    expect(formatLogLine('postgres', 'FATAL: no', plain)).toMatch(/ postgres {3}FATAL: no$/);
    expect(formatLogLine('ledger-1', '{broken', plain)).toMatch(/ \{broken$/);
    expect(formatLogLine('ledger-1', '{"level":"high"}', plain)).toContain('{"level":"high"}');
  });

  it('shows the stack of an error', () => {
    const err = { message: 'lost', stack: 'Error: lost\n at commit' };
    const text = formatLogLine('ledger-1', line({ level: 50, err }), plain);
    expect(text).toContain('\nError: lost\n     at commit');
  });

  it('shows at most six further fields, each cut', () => {
    const fields = Object.fromEntries([...'abcdefgh'].map((name) => [name, 'x'.repeat(500)]));
    const text = formatLogLine('ledger-1', line(fields), plain) ?? '';
    expect(text).toContain(' f=x');
    expect(text).not.toContain(' g=x');
    expect(text.length).toBeLessThan(1000);
  });

  it('shows no terminal control characters and no text direction marks', () => {
    const evil = '\u001b[2Jgone\r\nnext\u202efdp.exe\u2069';
    const text = formatLogLine('gateway-1', line({ level: 40, msg: evil, path: evil }), plain);
    expect(text).toContain('\\x1b[2Jgone\\x0d\\x0anext\\u202efdp.exe\\u2069');
    for (const shown of [text, formatLogLine('gateway-1', evil, plain)])
      expect(shown).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u);
  });

  it('uses colors only if enabled', () => {
    expect(formatLogLine('ledger-1', line({}), plain)).not.toContain('\u001b');
    expect(formatLogLine('ledger-1', line({}), { ...plain, colour: true })).toContain('\u001b');
  });
});
