import type { Page } from 'playwright-core';

/** As Lighthouse throttles a slow 4G: 1.6 Mbit/s, 150 ms there and back, a processor of a quarter. */
const SLOW_4G = { latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };
const CPU_RATE = 4;

/** Has a page load over a slow network, on a slow processor. */
export async function emulateSlowPhone(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', { offline: false, ...SLOW_4G });
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_RATE });
}
