import { runProgram } from '@florin/service';
import { readConfig } from '@florin/webhooks/src/config.ts';
import { createWebhooksService, type WebhooksOverrides } from '@florin/webhooks/src/service.ts';

/** Runs webhooks as its `main.ts` does, but for the parts that are overridden. */
export function runWebhooks(overrides: WebhooksOverrides): Promise<void> {
  return runProgram(
    'webhooks',
    (log) => createWebhooksService(readConfig(process.env), log, overrides),
    process.env,
  );
}
