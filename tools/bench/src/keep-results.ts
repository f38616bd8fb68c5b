import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { drawChart } from './page/draw-chart.ts';
import { drawSoak } from './page/draw-soak.ts';
import { renderCapacity } from './page/render-capacity.ts';
import { renderPage } from './page/render-page.ts';
import { type Results, resultsSchema } from './results.ts';
import type { Sample } from './soak/sample.ts';

/** Results of earlier runs; empty without any. */
export async function readResults(folder: string): Promise<Results> {
  const text = await readFile(join(folder, 'benchmarks.json'), 'utf8').catch(() => '{"parts":{}}');
  return resultsSchema.parse(JSON.parse(text));
}

/** Stores the figures, and renders the page and its picture from them. */
export async function writeResults(folder: string, results: Results): Promise<void> {
  await mkdir(join(folder, 'images'), { recursive: true });
  await writeFile(join(folder, 'benchmarks.json'), `${JSON.stringify(results, null, 2)}\n`);
  await writeFile(join(folder, 'images/benchmarks.svg'), drawChart(results));
  await writeFile(join(folder, 'benchmarks.md'), renderPage(results));
  const capacity = renderCapacity(results);
  if (capacity !== undefined) await writeFile(join(folder, 'capacity.md'), capacity);
}

/** Curves of a soak are only in their picture: there are too many values for the other files. */
export async function writeSoakChart(folder: string, samples: readonly Sample[]): Promise<void> {
  await mkdir(join(folder, 'images'), { recursive: true });
  await writeFile(join(folder, 'images/soak.svg'), drawSoak(samples));
}
