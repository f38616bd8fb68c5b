import { DatabaseError } from 'pg';
import { expect, it } from 'vitest';
import { runCommand } from './run-command.ts';

async function run(isJson: boolean, work: Parameters<typeof runCommand>[1]) {
  let [out, errors] = ['', ''];
  const exitCode = await runCommand(
    {
      command: 'look',
      service: 'ledger',
      isJson,
      out: (text) => {
        out += text;
      },
      errorOut: (text) => {
        errors += text;
      },
    },
    work,
  );
  return { exitCode, out, errors };
}

const result = { text: 'all is well', data: { amount: 12n, since: new Date(0) } };

it('exits with 0 and prints only the text', async () => {
  expect(await run(false, async () => result)).toEqual({
    exitCode: 0,
    out: 'all is well\n',
    errors: '',
  });
});

it('prints one JSON document with amounts as numbers', async () => {
  const { out, exitCode } = await run(true, async () => ({ ...result, isFinding: true }));
  expect(exitCode).toBe(1);
  expect(JSON.parse(out)).toEqual({
    command: 'look',
    service: 'ledger',
    exit_code: 1,
    amount: 12,
    since: '1970-01-01T00:00:00.000Z',
  });
});

it('names the setting for a pooler', async () => {
  const refused = new DatabaseError('unsupported startup parameter: lock_timeout', 1, 'error');
  const { errors, exitCode } = await run(false, () => Promise.reject(refused));
  expect(errors).toContain('DATABASE_POOLER=transaction');
  expect(exitCode).toBe(2);
});

it('exits with 2 on an error, which is in the document and on standard error', async () => {
  const fail = async () => {
    throw new AggregateError([new Error('::1 refuses'), new Error('127.0.0.1 refuses')]);
  };
  const reason = '::1 refuses; 127.0.0.1 refuses';
  const inJson = await run(true, fail);
  expect(JSON.parse(inJson.out)).toEqual({
    command: 'look',
    service: 'ledger',
    exit_code: 2,
    error: reason,
  });
  expect(await run(false, fail)).toEqual({ exitCode: 2, out: '', errors: `look: ${reason}\n` });
});
