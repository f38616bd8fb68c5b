import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cruise } from 'dependency-cruiser';
import { configuration, folderConfiguration } from './config.mjs';
import { picture } from './picture.mjs';

/** Far below the real number. Detects a parser that reads nothing. */
const MODULES_MIN = 100;

const check = async (name, roots, { forbidden, options }) => {
  const { output } = await cruise(roots, { ...options, ruleSet: { forbidden }, validate: true });
  const { totalCruised, violations } = output.summary;
  for (const { rule, from, to } of violations)
    process.stderr.write(`${rule.name}: ${from} → ${to}\n`);
  process.stdout.write(`${name}: ${totalCruised} modules, ${violations.length} violations\n`);
  if (totalCruised < MODULES_MIN)
    process.stderr.write(
      `fewer than ${MODULES_MIN} modules were read: check the parser's configuration\n`,
    );
  return violations.length === 0 && totalCruised >= MODULES_MIN;
};

const PAGE = join(import.meta.dirname, '../../docs/floors.md');

const isDrawn = () => {
  if (process.argv.includes('--write')) writeFileSync(PAGE, picture);
  if (readFileSync(PAGE, 'utf8') === picture) return true;
  process.stderr.write('docs/floors.md: run node scripts/layers/check.mjs --write\n');
  return false;
};

const passed = [
  isDrawn(),
  await check('layers', ['apps', 'packages', 'tools', 'e2e'], configuration),
  await check('folders', ['apps', 'packages', 'tools'], folderConfiguration),
];
process.exit(passed.every(Boolean) ? 0 : 1);
