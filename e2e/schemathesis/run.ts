/**
 * `npm run schemathesis`: sends requests generated from the OpenAPI document to a new Florin. Fails
 * if a valid request is refused, and on a 500 or an undeclared answer.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installPython } from '../../tools/sdk/src/generators/install.ts';
import { isInstalled } from '../../tools/sdk/src/generators/run-program.ts';
import { newOwner } from '../contract/people.ts';
import { startFlorin, useFlorin } from '../start-florin.ts';

const RUN_MS_MAX = 900_000;
const PACKAGE = 'schemathesis==4.32.5';

/** These end the test's session or account, or never return. */
const EXCLUDED = [
  'closeAccount',
  'endSession',
  'streamEvents',
  'logIn',
  'refreshTokens',
  'renewBrowserSession',
  'endBrowserSession',
];

async function run(): Promise<void> {
  const florin = await startFlorin();
  const folder = mkdtempSync(join(tmpdir(), 'florin-schemathesis-'));
  try {
    const restore = useFlorin(florin);
    const owner = await newOwner({ return_urls: ['https://shop.example/thanks'] });
    restore();
    const installed = installPython(PACKAGE);
    const PYTHONPATH = `${installed.PYTHONPATH}:${import.meta.dirname}`;
    const env = { ...installed, PYTHONPATH, FLORIN_ACCOUNT: String(owner.accountId) };
    const config = join(import.meta.dirname, 'schemathesis.toml');
    const document = new URL('/v1/openapi.json', florin.url).href;
    const args = ['-m', 'schemathesis.cli', '--config-file', config, 'run', document];
    const excluded = EXCLUDED.flatMap((id) => ['--exclude-operation-id', id]);
    const report = ['--report', 'ndjson', '--report-ndjson-path', join(folder, 'report.ndjson')];
    const token = ['-H', `Authorization: Bearer ${owner.token}`];
    const pages = ['--include-path-regex', '^/v1/', '--mode', 'positive'];
    const more = process.argv.slice(2);
    const { status, error } = spawnSync(
      'python3',
      [...args, ...pages, ...excluded, ...token, ...report, ...more],
      {
        ...{ cwd: folder, env, stdio: ['ignore', 'inherit', 'inherit'] },
        ...{ timeout: RUN_MS_MAX, killSignal: 'SIGKILL' },
      },
    );
    if (error) throw error;
    process.exitCode = status ?? 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
    await florin.stop();
  }
}

if (isInstalled('python3', '-m', 'pip', '--version')) await run();
else process.stdout.write('skipped: schemathesis, without python3 and pip\n');
