import { expect, it } from 'vitest';
import { asJsonLine } from './json-lines.ts';

it('passes on a line that is one JSON object', () => {
  const line = '{"level":30,"name":"ledger","msg":"ready"}';
  expect(asJsonLine('ledger-1', line)).toBe(line);
});

it.each(['FATAL:  the database system is shutting down', '{broken', '[1]', '"text"', '\u001b[2J'])(
  'makes one of %j',
  (line) => {
    expect(JSON.parse(asJsonLine('postgres', line))).toMatchObject({
      level: 30,
      name: 'postgres',
      msg: line,
    });
  },
);
