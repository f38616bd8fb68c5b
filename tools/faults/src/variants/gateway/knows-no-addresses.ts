import { readConfig } from '@florin/gateway/src/config.ts';
import { runProgram } from '@florin/service';
import { replaceModule } from '../replace-module.ts';

/** Lets whoever came first go first, whatever address they come from. */
replaceModule('packages/runtime/src/fair-queue/line.ts', 'packages/line.ts');
const { createGateway } = await import('@florin/gateway/src/gateway.ts');
await runProgram('gateway', (log) => createGateway(readConfig(process.env), log), process.env);
