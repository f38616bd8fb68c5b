// Writes the generated files of the Helm chart (deploy/helm/florin).
import { readFileSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { CHART, renderChart } from './chart/render-chart.ts';

const root = join(import.meta.dirname, '../../..');
const files = renderChart((path) => readFileSync(join(root, path), 'utf8'));
await rm(join(root, CHART, 'templates/apps'), { recursive: true, force: true });
for (const [path, text] of files) {
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), text);
}
