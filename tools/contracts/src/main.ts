import { relative } from 'node:path';
import { checkContracts } from './check.ts';
import { makeRelease } from './make-release.ts';
import { lastRelease, root } from './places.ts';

const usage = 'usage: pnpm contracts | pnpm contracts:release <version>\n';

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`contracts: ${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
}

async function main([command, version, ...others]: readonly string[]): Promise<number> {
  const last = lastRelease();
  const isRelease = command === 'release' && version !== undefined && others.length === 0;
  if (!isRelease && !(command === 'check' && version === undefined)) {
    process.stderr.write(usage);
    return 2;
  }
  const problems = last === undefined ? [] : await checkContracts(last);
  if (problems.length > 0) {
    for (const problem of problems) process.stderr.write(`${problem}\n`);
    process.stderr.write(
      `contracts: ${problems.length} problems beside release ${last}: see docs/versioning.md\n`,
    );
    return 1;
  }
  process.stdout.write(`contracts: compatible with release ${last ?? '(none yet)'}\n`);
  if (isRelease)
    process.stdout.write(`contracts: recorded in ${relative(root, await makeRelease(version))}\n`);
  return 0;
}
