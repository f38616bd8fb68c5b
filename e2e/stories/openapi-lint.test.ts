import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { baseUrl } from '../api.ts';

const root = join(import.meta.dirname, '../..');
/** Rules that `pnpm check` applies to each service. */
const HELD_BY_CHECK = ['florin/described', 'operation-description', 'parameter-description'];
const REDOCLY = join(root, 'node_modules/.bin/redocly');

it('an OpenAPI linter accepts the served document', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'florin-lint-'));
  try {
    const response = await fetch(`${baseUrl()}/v1/openapi.json`);
    await writeFile(join(directory, 'openapi.json'), await response.text());
    const { problems } = await lint(directory);
    expect(problems).toEqual([]);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
});

async function lint(directory: string): Promise<{ problems: readonly string[] }> {
  const run = promisify(execFile)(
    REDOCLY,
    ['lint', join(directory, 'openapi.json'), '--format', 'json', '--max-problems', '1000'],
    { cwd: root, env: { ...process.env, REDOCLY_TELEMETRY: 'off' }, maxBuffer: 16_777_216 },
  );
  // It exits with 1 when it finds problems, and prints them to standard output.
  const { stdout } = await run.catch((error: { stdout: string }) => error);
  const report: { problems: { ruleId: string; message: string; location: unknown }[] } = JSON.parse(
    stdout.slice(stdout.indexOf('{')),
  );
  return {
    problems: report.problems
      .filter(({ ruleId }) => !HELD_BY_CHECK.includes(ruleId))
      .map(({ ruleId, message, location }) => `${ruleId}: ${message} ${JSON.stringify(location)}`),
  };
}
