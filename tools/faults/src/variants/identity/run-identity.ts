import { readConfig } from '@florin/identity/src/config.ts';
import { createIdentityService, type IdentityOverrides } from '@florin/identity/src/service.ts';
import { runProgram } from '@florin/service';

/** Runs identity as its `main.ts` does, but for what is overridden. */
export function runIdentity(overrides: IdentityOverrides = {}): Promise<void> {
  return runProgram(
    'identity',
    (log) => createIdentityService(readConfig(process.env), log, overrides),
    process.env,
  );
}
