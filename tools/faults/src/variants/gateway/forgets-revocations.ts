import { readConfig } from '@florin/gateway/src/config.ts';
import { createGateway } from '@florin/gateway/src/gateway.ts';
import { makeRevocations } from '@florin/gateway/src/tokens/revocations.ts';
import { runProgram } from '@florin/service';

/** Says that it has applied what is revoked, and goes on by what it remembers. */
await runProgram(
  'gateway',
  (log) => {
    const revocations = { ...makeRevocations(), isCurrent: () => true, refuses: () => false };
    return createGateway(readConfig(process.env), log, { revocations });
  },
  process.env,
);
