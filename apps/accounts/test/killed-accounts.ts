import { ServerResponse } from 'node:http';
import { runProgram, startService } from '@florin/service';
import { readConfig } from '../src/config.ts';
import { defineAccounts } from '../src/service.ts';
import { around } from './start-accounts.ts';

/**
 * The accounts service, but it kills itself at one point of the work that speaks of one subject:
 * `before reserveOwner`, `after openBalance` and so on, or `before reply`.
 */
const [when, what, subject = ''] = process.argv.slice(2);

const wrapCalls = around(async (moment, call, work) => {
  if (moment === when && call === what && JSON.stringify(work).includes(subject)) kill();
});

function kill(): never {
  process.kill(process.pid, 'SIGKILL');
  throw new Error('still alive');
}

if (what === 'reply') ServerResponse.prototype.writeHead = kill;

await runProgram('accounts', (log) =>
  startService(defineAccounts({ wrapCalls }), readConfig(process.env), log),
);
