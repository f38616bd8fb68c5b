import { readConfig } from '@florin/accounts/src/config.ts';
import { createAccountsService } from '@florin/accounts/src/service.ts';
import { runProgram } from '@florin/service';

/** Goes on with a closing when another service could not be reached. */
await runProgram(
  'accounts',
  (log) =>
    createAccountsService(readConfig(process.env), log, {
      wrapCalls: (calls) => ({
        ...calls,
        closeGate: (closing) => calls.closeGate(closing).catch(() => undefined),
        endSubscriptions: (closing) => calls.endSubscriptions(closing).catch(() => undefined),
        closeAccess: (closing) => calls.closeAccess(closing).catch(() => undefined),
      }),
    }),
  process.env,
);
