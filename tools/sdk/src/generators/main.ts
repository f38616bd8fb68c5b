/**
 * `npm run generators [-- names]`: builds clients from the OpenAPI document with third-party
 * generators.
 */
import { buildClients } from './build-clients.ts';
import { generators } from './generators.ts';

const names = process.argv.slice(2);
const known = generators.map(({ name }) => name);
const unknown = names.filter((name) => !known.includes(name));
if (unknown.length > 0) {
  process.stderr.write(`no generator ${unknown.join(', ')}: choose from ${known.join(', ')}\n`);
  process.exit(2);
}
for (const name of names.length === 0 ? known : names) {
  const startedAt = performance.now();
  for (const { leftOut, failure, unproved } of buildClients([name])) {
    const seconds = ((performance.now() - startedAt) / 1_000).toFixed(0);
    const built = unproved === undefined ? `built in ${seconds} s` : `built, ${unproved}`;
    process.stdout.write(`${name}: ${leftOut ? `left out, ${leftOut}` : (failure ?? built)}\n`);
    if (failure !== undefined) process.exitCode = 1;
  }
}
