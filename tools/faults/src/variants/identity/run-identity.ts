import { readConfig } from '@florin/identity/src/config.ts';
import { createIdentityService } from '@florin/identity/src/service.ts';
import { runProgram } from '@florin/service-runtime';

/** Runs identity as its `main.ts` does. */
export function runIdentity(): Promise<void> {
  return runProgram(
    'identity',
    (log) => createIdentityService(readConfig(process.env), log),
    process.env,
  );
}
