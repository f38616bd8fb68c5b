import { rm } from 'node:fs/promises';
import { startFlorin } from './start-florin.ts';

/** Starts a Florin once, so that rows need not create its databases. */
export async function makeTemplate(
  signal: AbortSignal,
): Promise<{ readonly dataDir: string; remove(): Promise<void> }> {
  const { dataDir, stop } = await startFlorin({}, signal);
  await stop({ keepsData: true });
  return { dataDir, remove: () => rm(dataDir, { recursive: true, force: true }) };
}
