// Checks texts against docs/style.md. A file that predates the guide has a budget, which only goes down.
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { faultsOf } from './style/rules.mjs';
import { textsOf } from './style/texts.mjs';

const BUDGET = 'scripts/style/budget.json';
const LINES_MAX = 20;
const EXEMPT =
  /^(?:contracts\/released|docs\/style\.md)|(?:^|\/)(?:CHANGELOG\.md|node_modules|gen|dist|build|fixtures)(?:\/|$)|(?:^|\/)\../;
/** Generated documents: their texts are checked in the source of the generator. */
const WRITTEN = /^Written by `npm run /m;

const isRecord = process.argv.includes('--record');
const mayCross = process.argv.includes('--across-folders');

const budget = existsSync(BUDGET) ? JSON.parse(readFileSync(BUDGET, 'utf8')) : {};
const found = findFaults();
const counts = Object.fromEntries([...found].map(([path, faults]) => [path, faults.length]));
process.exitCode = isRecord ? record() : check();

/** Walks the tree instead of asking Git: new files count, and a source archive has no Git. */
function findFaults() {
  const exclude = (path) => EXEMPT.test(path);
  const paths = globSync('**/*.{md,ts,tsx,mjs}', { exclude }).filter((path) => !exclude(path));
  const results = new Map();
  for (const path of paths.sort()) {
    const source = readFileSync(path, 'utf8');
    if (path.endsWith('.md') && WRITTEN.test(source)) continue;
    const faults = textsOf(path, source).flatMap(faultsOf);
    faults.sort((a, b) => a.line - b.line);
    if (faults.length > 0) results.set(path, faults);
  }
  return results;
}

function check() {
  const over = [...found].filter(([path, faults]) => faults.length > (budget[path] ?? 0));
  process.stdout.write(`style: ${sum(counts)} faults, budget ${sum(budget)}\n`);
  if (over.length === 0) return 0;
  const lines = over.flatMap(([path, faults]) => [
    `${path}: style faults ${faults.length}, budget ${budget[path] ?? 0}`,
    ...faults.map(({ line, words, advice }) => `  ${path}:${line} “${words}”: ${advice}`),
  ]);
  const rest = lines.splice(LINES_MAX).length;
  process.stderr.write(
    `${lines.join('\n')}\n${rest > 0 ? `${rest} more lines. ` : ''}` +
      'Rewrite the texts as docs/style.md shows. ' +
      'After moving a file, run: node scripts/check-style.mjs --record\n',
  );
  return 1;
}

function record() {
  const groups = mayCross ? () => 'all folders' : folderOf;
  const [before, now] = [totals(budget, groups), totals(counts, groups)];
  const raised = [...now].filter(([group, count]) => count > (before.get(group) ?? 0));
  if (existsSync(BUDGET) && raised.length > 0) {
    for (const [group, count] of raised)
      process.stderr.write(`${group}: style faults ${count}, budget ${before.get(group) ?? 0}\n`);
    process.stderr.write(
      'A budget only goes down: rewrite the new texts as docs/style.md shows. ' +
        'After moving a file to another folder add --across-folders\n',
    );
    return 1;
  }
  writeFileSync(BUDGET, `${JSON.stringify(counts, null, 2)}\n`);
  process.stdout.write(`style: recorded ${sum(counts)} faults\n`);
  return 0;
}

/** Two levels, such as `apps/identity`. */
function folderOf(path) {
  return dirname(path).split('/').slice(0, 2).join('/');
}

function totals(byFile, groupOf) {
  const groups = new Map();
  for (const [path, count] of Object.entries(byFile))
    groups.set(groupOf(path), (groups.get(groupOf(path)) ?? 0) + count);
  return groups;
}

function sum(byFile) {
  return Object.values(byFile).reduce((total, count) => total + count, 0);
}
