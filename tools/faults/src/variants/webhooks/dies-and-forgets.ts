import { dieBeforeAck } from './die-before-ack.ts';
import { forgetEvents } from './forget-events.ts';
import { runWebhooks } from './run-webhooks.ts';

await runWebhooks(dieBeforeAck(forgetEvents));
