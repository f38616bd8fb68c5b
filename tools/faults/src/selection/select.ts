import { relative } from 'node:path';
import { locate } from '../florin/variants.ts';
import { readResults } from '../report/keep-result.ts';
import type { Row } from '../row.ts';
import { readChange } from './changed-files.ts';
import { chooseRows } from './choose.ts';

/** The rows that a change runs; all except the heavy ones outside a git checkout. */
export async function selectForChange(root: string, rows: readonly Row[]): Promise<readonly Row[]> {
  const change = await readChange(root);
  if (change === undefined) return rows.filter(({ isHeavy }) => !isHeavy);
  const all = [];
  const secondsOf = new Map(readResults(root).map(({ id, seconds }) => [id, seconds]));
  for (const row of rows)
    all.push({ row, files: await filesOf(root, row), seconds: secondsOf.get(row.id) });
  return chooseRows(all, change.files, change.commit);
}

async function filesOf(root: string, { broken, florin }: Row): Promise<readonly string[]> {
  const files: string[] = [];
  for (const { module, by } of [...(broken ? [broken] : []), ...(florin?.variants ?? [])])
    files.push(relative(root, await locate(module)), relative(root, await locate(by)));
  return files;
}
