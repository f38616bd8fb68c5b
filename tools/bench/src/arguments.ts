import { parseArgs } from 'node:util';
import { namesOf } from '@florin/system-kit';
import { z } from 'zod';
import { partNames } from './row.ts';

/** Names for `--only`. The soak takes so long that it only runs when named alone. */
const namedNames = [...partNames, 'soak'] as const;
export type NamedName = (typeof namedNames)[number];

/** The values that the bounds of the page assume. */
export const USUAL = { scale: 50, history: 10_000_000 } as const;

/** Keeps two processors about half busy. */
const SOAK_RATE = 400;

export interface Arguments {
  readonly parts: readonly NamedName[];
  readonly rounds: number;
  /** Duration of each measurement; its warm-up comes before. */
  readonly seconds: number;
  /** The same seed gives the same load. */
  readonly seed: number;
  /** Scale factor of pgbench: 100 000 rows each. */
  readonly scale: number;
  /** Transactions of the longer of the two compared histories. */
  readonly history: number;
  /** Whether these histories stay on disk for the next run with this option. */
  readonly keep: boolean;
  /** How long the soak lasts. */
  readonly minutes: number;
  /** Requests a second of the soak. */
  readonly rate: number;
  /** Folder of `benchmarks.json`, `benchmarks.md` and the picture, which are updated. */
  readonly out: string;
  readonly help: boolean;
}

export const usage = `npm run bench -- [--only submit,load] [--rounds 5] [--seconds 7] [--seed 1]

  --only     only these parts: ${partNames.join(', ')};
             or soak, which runs only when named
  --rounds   measurements of each figure, with an anchor before and after
  --seconds  duration of each measurement, after its warm-up
  --seed     seed of the load: the same seed picks the same accounts and amounts
  --scale    scale of pgbench (50): a smaller one is faster, but not comparable
  --history  transactions in the longer history (10000000); the other has a hundredth
  --keep     keep the histories on disk, some 10 GB, for the next run with --keep
  --minutes  duration of the soak (30)
  --rate     requests, renewals and deliveries per second in the soak (${SOAK_RATE})
  --out      folder of the page (docs)
  --help     this text

tools/bench/README.md explains the figures.
`;

const schema = z.object({
  only: z.array(z.string()),
  rounds: z.coerce.number().int().min(1).max(100),
  seconds: z.coerce.number().min(0.1).max(120),
  seed: z.coerce.number().int().min(0),
  scale: z.coerce.number().int().min(1).max(1_000),
  history: z.coerce.number().int().min(2_000_000).max(100_000_000),
  keep: z.boolean(),
  minutes: z.coerce.number().min(1).max(1_440),
  rate: z.coerce.number().int().min(10).max(10_000),
  out: z.string().min(1),
  help: z.boolean(),
});

/** @throws Error for invalid arguments. */
export function parseArguments(given: readonly string[]): Arguments {
  const { values } = parseArgs({
    args: [...given],
    options: {
      only: { type: 'string', multiple: true, default: [] },
      rounds: { type: 'string', default: '5' },
      seconds: { type: 'string', default: '7' },
      seed: { type: 'string', default: '1' },
      scale: { type: 'string', default: String(USUAL.scale) },
      history: { type: 'string', default: String(USUAL.history) },
      keep: { type: 'boolean', default: false },
      minutes: { type: 'string', default: '30' },
      rate: { type: 'string', default: String(SOAK_RATE) },
      out: { type: 'string', default: 'docs' },
      help: { type: 'boolean', default: false },
    },
  });
  const parsed = schema.safeParse(values);
  if (!parsed.success) throw new Error(z.prettifyError(parsed.error));
  const { only, ...rest } = parsed.data;
  return { ...rest, parts: partsOf(only) };
}

/** In the order in which they run, each once. */
function partsOf(given: readonly string[]): readonly NamedName[] {
  const wanted = namesOf('--only', given, namedNames);
  return wanted.length === 0 ? partNames : namedNames.filter((name) => wanted.includes(name));
}
