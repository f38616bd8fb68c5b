// Holds the document of each service to redocly.yaml: what a reader of the reference needs is said of
// every operation, parameter and member.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';

const documents = readdirSync('apps')
  .map((app) => `apps/${app}/openapi.json`)
  .filter((path) => existsSync(path));
if (documents.length > 0) {
  const { status } = spawnSync('redocly', ['lint', ...documents, '--max-problems', '1000'], {
    stdio: 'inherit',
    env: { ...process.env, REDOCLY_TELEMETRY: 'off' },
  });
  process.exitCode = status ?? 1;
}
