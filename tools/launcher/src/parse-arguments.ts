import { parseArgs } from 'node:util';
import { serviceNames } from '@florin/contracts';

export interface Arguments {
  /** Names of apps; empty for all. */
  readonly only: readonly string[];
  /** Names of apps that restart when their source changes. */
  readonly watch: readonly string[];
  readonly help: boolean;
}

export const usage = `npm start -- [--only ledger,gateway] [--watch ledger]

  --only   start only these apps: ${[...serviceNames, 'gateway'].join(', ')}
  --watch  restart these apps whenever their source changes
  --help   print this text

Settings are environment variables; see docs/operating/npm-start.md.
`;

export function parseArguments(given: readonly string[]): Arguments {
  const { values } = parseArgs({
    args: [...given],
    options: {
      only: { type: 'string', multiple: true, default: [] },
      watch: { type: 'string', multiple: true, default: [] },
      help: { type: 'boolean', default: false },
    },
  });
  return { only: namesOf(values.only), watch: namesOf(values.watch), help: values.help };
}

/** `--only a,b` is `--only a --only b`. */
function namesOf(given: readonly string[]): string[] {
  return given
    .flatMap((names) => names.split(','))
    .map((name) => name.trim())
    .filter((name) => name !== '');
}
