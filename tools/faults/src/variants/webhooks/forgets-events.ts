import { forgetEvents } from './forget-events.ts';
import { runWebhooks } from './run-webhooks.ts';

await runWebhooks({ handle: forgetEvents });
