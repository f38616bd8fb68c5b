import { cruise } from 'dependency-cruiser';
import { configuration } from './layers.config.mjs';

/** Far below the real number. Detects a parser that reads nothing. */
const MODULES_MIN = 100;

const { forbidden, options } = configuration;
const { output } = await cruise(['apps', 'packages', 'tools', 'e2e'], {
  ...options,
  ruleSet: { forbidden },
  validate: true,
});
const { summary } = output;
for (const { rule, from, to } of summary.violations)
  process.stderr.write(`${rule.name}: ${from} → ${to}\n`);
process.stdout.write(
  `layers: ${summary.totalCruised} modules, ${summary.violations.length} violations\n`,
);
if (summary.totalCruised < MODULES_MIN) {
  process.stderr.write(
    `fewer than ${MODULES_MIN} modules were read: check the parser's configuration\n`,
  );
  process.exit(1);
}
process.exit(summary.violations.length === 0 ? 0 : 1);
