import { parseArgs } from 'node:util';

export interface Arguments {
  readonly isFull: boolean;
  /** Ids of rows; empty for all. */
  readonly only: readonly string[];
  readonly seed: number;
  readonly help: boolean;
}

export const usage = `npm run faults -- [--full] [--only F1,F16] [--seed 7]

  --full   the counts of the table instead of short ones
  --only   just these rows
  --seed   decides every random choice (7)
  --help   this text
`;

/** @throws Error for what cannot be understood. */
export function parseArguments(given: readonly string[], known: readonly string[]): Arguments {
  const { values } = parseArgs({
    args: [...given],
    options: {
      full: { type: 'boolean', default: false },
      only: { type: 'string', multiple: true, default: [] },
      seed: { type: 'string', default: '7' },
      help: { type: 'boolean', default: false },
    },
  });
  const only = values.only.flatMap((ids) => ids.split(',')).map((id) => id.trim().toUpperCase());
  const stranger = only.find((id) => !known.includes(id));
  if (stranger !== undefined) throw new Error(`--only ${stranger}: there is ${known.join(', ')}`);
  const seed = Number(values.seed);
  if (!Number.isSafeInteger(seed)) throw new Error(`--seed ${values.seed}: use a whole number`);
  return { isFull: values.full, only, seed, help: values.help };
}
