import { runProgram } from '@florin/service';
import { readConfig } from './config.ts';
import { createGateway } from './gateway.ts';

await runProgram('gateway', (log) => createGateway(readConfig(process.env), log), process.env);
