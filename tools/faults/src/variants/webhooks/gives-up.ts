import { runWebhooks } from './run-webhooks.ts';

await runWebhooks({ pace: { retryDelaysMs: [], firstPauseMs: 100 } });
