import { parseArgs } from 'node:util';

export interface Arguments {
  /** Names of apps; empty for all. */
  readonly only: readonly string[];
  readonly help: boolean;
}

export const usage = `npm start -- [--only ledger,gateway]

  --only   start just these: identity, accounts, ledger, billing, webhooks, gateway
  --help   this text

Settings are environment variables; see README.md and docs/operations.md.
`;

export function parseArguments(given: readonly string[]): Arguments {
  const { values } = parseArgs({
    args: [...given],
    options: {
      only: { type: 'string', multiple: true, default: [] },
      help: { type: 'boolean', default: false },
    },
  });
  const only = values.only.flatMap((names) => names.split(',')).map((name) => name.trim());
  return { only: only.filter((name) => name !== ''), help: values.help };
}
