import { runWebhooks } from './run-webhooks.ts';

/** Nine retries, as always, but within seconds. */
const retryDelaysMs = [100, 200, 400, 800, 1_000, 1_000, 1_000, 1_000, 1_000];

await runWebhooks({ pace: { retryDelaysMs, firstPauseMs: 100 } });
