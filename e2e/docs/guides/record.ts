import { writeFile } from 'node:fs/promises';
import { startFlorin, useFlorin } from '../../start-florin.ts';
import { readPages } from './pages.ts';
import { describePlayed, playPages } from './play-pages.ts';

/** Names of pages; none means all. */
const wanted = process.argv.slice(2);

async function record(): Promise<void> {
  const pages = [...readPages('guides'), ...readPages('errors')].filter(
    ({ name }) => wanted.length === 0 || wanted.includes(name),
  );
  const played = await playPages(pages);
  for (const { page, result } of played) {
    if (result instanceof Error) {
      process.exitCode = 1;
      process.stderr.write(`${page.name}: ${result.message}\n`);
    } else if (result.page !== page.text) await writeFile(page.path, result.page);
  }
  process.stdout.write(`${describePlayed(played)}\n`);
}

const florin = await startFlorin();
try {
  useFlorin(florin);
  await record();
} finally {
  await florin.stop();
}
