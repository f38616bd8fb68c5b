import type { Page } from 'playwright-core';

/** Lighthouse's slow 4G: 1.6 Mbit/s, 150 ms round trip, a quarter of the processor speed. */
const SLOW_4G = { latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };
const CPU_RATE = 4;

/** Emulates a slow network and a slow processor. */
export async function emulateSlowPhone(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', { offline: false, ...SLOW_4G });
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_RATE });
}
