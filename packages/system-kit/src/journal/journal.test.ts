import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openJournal, readJournals, toExchanges } from './journal.ts';

it('is on disk when the call that writes it returns', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'florin-journal-'));
  const path = join(folder, 'client-1.jsonl');
  const journal = await openJournal(path);
  const intent = { method: 'POST', path: '/v1/transactions', key: 'a', body: { amount: 1 } };
  const first = await journal.intend(intent);
  expect(await readFile(path, 'utf8')).toBe(`${JSON.stringify({ request: 1, intent })}\n`);
  const second = await journal.intend({ ...intent, key: 'b' });
  await journal.record(second, { status: 201, replayed: false, body: null });
  await journal.record(first, { broken: 'fetch failed' });
  await journal.record(first, { status: 503, replayed: false, body: null });
  await journal.close();
  expect(await readJournals(folder)).toEqual([
    { intent, results: [{ broken: 'fetch failed' }, { status: 503, replayed: false, body: null }] },
    { intent: { ...intent, key: 'b' }, results: [{ status: 201, replayed: false, body: null }] },
  ]);
  await rm(folder, { recursive: true });
});

it('can be read while it is being written', () => {
  const intent = { method: 'GET', path: '/', key: null, body: null };
  const line = `${JSON.stringify({ request: 1, intent })}\n`;
  expect(toExchanges(`${line}{"request":1,"resu`)).toEqual([{ intent, results: [] }]);
});
