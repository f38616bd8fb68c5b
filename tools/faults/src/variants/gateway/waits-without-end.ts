import { readConfig } from '@florin/gateway/src/config.ts';
import { createGateway } from '@florin/gateway/src/gateway.ts';
import { runProgram } from '@florin/service';

/** Longer than any row lasts. */
const PATIENCE_MS = 600_000;

/** Waits for a service as long as it takes. */
await runProgram(
  'gateway',
  (log) =>
    createGateway(readConfig(process.env), log, {
      wrapForward: (forward) => (checked) =>
        forward({ ...checked, deadline: checked.deadline + PATIENCE_MS }),
    }),
  process.env,
);
