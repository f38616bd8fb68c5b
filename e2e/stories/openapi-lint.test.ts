import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { baseUrl } from '../api.ts';

const REDOCLY = join(import.meta.dirname, '../node_modules/.bin/redocly');

/** Rules that say nothing about whether the document is right for this product. */
const configuration = `
extends: [recommended]
rules:
  info-license: off
  info-license-strict: off
  no-server-example.com: off
  operation-2xx-response: off # The form of a payment page is answered by a redirect.
  operation-4xx-response: off # What payment pages load is there for everybody.
`;

it('serves a document that a linter of OpenAPI accepts', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'florin-lint-'));
  try {
    const response = await fetch(`${baseUrl()}/v1/openapi.json`);
    await writeFile(join(directory, 'openapi.json'), await response.text());
    await writeFile(join(directory, 'redocly.yaml'), configuration);
    const { problems } = await lint(directory);
    expect(problems).toEqual([]);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
});

async function lint(directory: string): Promise<{ problems: readonly string[] }> {
  const run = promisify(execFile)(
    REDOCLY,
    ['lint', 'openapi.json', '--config', 'redocly.yaml', '--format', 'json'],
    { cwd: directory, env: { ...process.env, REDOCLY_TELEMETRY: 'off' }, maxBuffer: 16_777_216 },
  );
  // It exits with 1 when it has found something, which is then on its standard output.
  const { stdout } = await run.catch((error: { stdout: string }) => error);
  const report: { problems: { ruleId: string; message: string; location: unknown }[] } = JSON.parse(
    stdout.slice(stdout.indexOf('{')),
  );
  return {
    problems: report.problems.map(
      ({ ruleId, message, location }) => `${ruleId}: ${message} ${JSON.stringify(location)}`,
    ),
  };
}
