// Checks each service's OpenAPI document against redocly.yaml: every operation, parameter and
// member needs a description.
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
