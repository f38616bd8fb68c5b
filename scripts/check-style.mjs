// Checks texts against docs/style.md.
import { globSync, readFileSync } from 'node:fs';
import { faultsOf } from './style/rules.mjs';
import { textsOf } from './style/texts.mjs';

const LINES_MAX = 20;
const EXEMPT =
  /^(?:contracts\/released|docs\/style\.md)|(?:^|\/)(?:CHANGELOG\.md|node_modules|gen|dist|build|fixtures)(?:\/|$)|(?:^|\/)\../;
/** Generated documents: their texts are checked in the source of the generator. */
const WRITTEN = /^Written by `npm run /m;

const lines = findFaults();
process.stdout.write(`style: ${lines.length} faults\n`);
if (lines.length > 0) {
  const rest = lines.splice(LINES_MAX).length;
  process.stderr.write(
    `${lines.join('\n')}\n${rest > 0 ? `${rest} more lines. ` : ''}` +
      'Rewrite the texts as docs/style.md shows.\n',
  );
  process.exitCode = 1;
}

/** Walks the tree instead of asking Git: new files count, and a source archive has no Git. */
function findFaults() {
  const exclude = (path) => EXEMPT.test(path);
  const paths = globSync('**/{*.{md,ts,tsx,mjs,proto,go,py,yml,yaml,conf,sh},Dockerfile}', {
    exclude,
  }).filter((path) => !exclude(path));
  return paths.sort().flatMap((path) => {
    const source = readFileSync(path, 'utf8');
    if (path.endsWith('.md') && WRITTEN.test(source)) return [];
    const faults = textsOf(path, source).flatMap(faultsOf);
    faults.sort((a, b) => a.line - b.line);
    return faults.map(({ line, words, advice }) => `${path}:${line} “${words}”: ${advice}`);
  });
}
