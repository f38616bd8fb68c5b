import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { serviceNames } from '@florin/contracts';
import { expect, it } from 'vitest';
import { query } from '../database.ts';
import { listedTables, outsidePostgres, type RowName, rows, rowsOf } from './kept-data.ts';

const GUIDE = join(import.meta.dirname, '../../docs/guides/personal-data.md');

async function rowsOfGuide(): Promise<readonly (readonly string[])[]> {
  const text = await readFile(GUIDE, 'utf8');
  const [, section = ''] = text.split('## Where data is, and how long');
  const [table = ''] = /(?:^\|.*\n)+/m.exec(section) ?? [];
  return table
    .trim()
    .split('\n')
    .slice(2)
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
}

/** Tables of a schema; all partitions of one table count once. */
const tablesOf = async (service: (typeof serviceNames)[number]) =>
  (
    await query<{ name: string }>(
      service,
      `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where n.nspname = $1 and c.relkind in ('r', 'p') and not c.relispartition order by 1`,
      [service],
    )
  ).map(({ name }) => `${service}.${name}`);

it('the guide has a retention row for every table of every schema', async () => {
  const tables = (await Promise.all(serviceNames.map(tablesOf))).flat();
  expect(tables).toContain('billing.customers');
  const isListed = (table: string) => rowsOf(...(table.split('.') as [string, string]));
  expect(
    tables.filter((table) => !isListed(table)),
    'tables without a row',
  ).toEqual([]);
  expect(
    listedTables.filter((table) => !tables.includes(table)),
    'tables that are gone',
  ).toEqual([]);
});

it('every listed row is in the guide, and every row of the guide has a table', async () => {
  const guide = await rowsOfGuide();
  expect(guide.every((cells) => cells.length === 4 && cells.every((cell) => cell !== ''))).toBe(
    true,
  );
  const used = new Set<RowName>(
    [...listedTables, 'any.dead_letters', 'any.outgoing_events', 'any.saga_runs'].flatMap(
      (table) => rowsOf(...(table.split('.') as [string, string])) ?? [],
    ),
  );
  const expected = [...[...used].map((name) => rows[name]), ...outsidePostgres];
  expect(guide.map(([data]) => data).toSorted()).toEqual(expected.toSorted());
});
