import { onAnyEvent } from '@florin/webhooks/src/events/on-any-event.ts';
import { dieBeforeAck } from './die-before-ack.ts';
import { runWebhooks } from './run-webhooks.ts';

await runWebhooks(dieBeforeAck(onAnyEvent));
