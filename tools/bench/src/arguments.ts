import { parseArgs } from 'node:util';
import { namesOf } from '@florin/system-kit';
import { z } from 'zod';
import { partNames } from './row.ts';

/** Everything that `--only` can name: the soak takes so long that it runs when it is named alone. */
const namedNames = [...partNames, 'soak'] as const;
export type NamedName = (typeof namedNames)[number];

/** What the bounds of the page are meant for. */
export const USUAL = { scale: 50, history: 10_000_000 } as const;

/** Keeps two processors about half busy. */
const SOAK_RATE = 400;

export interface Arguments {
  readonly parts: readonly NamedName[];
  readonly rounds: number;
  /** Of each measurement; its warm-up comes before. */
  readonly seconds: number;
  /** The same seed puts the same load on. */
  readonly seed: number;
  /** Of pgbench: 100 000 rows each. */
  readonly scale: number;
  /** Transactions of the longer of the two histories that are compared. */
  readonly history: number;
  /** Whether these histories stay on the disk, for the next run that keeps them. */
  readonly keep: boolean;
  /** How long the soak lasts. */
  readonly minutes: number;
  /** Things that happen in a second of the soak. */
  readonly rate: number;
  /** The folder whose `benchmarks.json`, `benchmarks.md` and picture are brought up to date. */
  readonly out: string;
  readonly help: boolean;
}

export const usage = `npm run bench -- [--only submit,load] [--rounds 5] [--seconds 7] [--seed 1]

  --only     just these parts: ${partNames.join(', ')};
             or soak, which nothing else runs
  --rounds   how often each figure is measured, with an anchor before and after
  --seconds  how long each measurement lasts, after its warm-up
  --seed     of the load: the same seed picks the same accounts and amounts
  --scale    of pgbench (50): less is quicker, and no anchor to compare with others
  --history  transactions in the longer history (10000000); the other has a hundredth
  --keep     leave the histories on the disk, some 10 GB, for the next run with --keep
  --minutes  how long the soak lasts (30)
  --rate     requests, renewals and deliveries in a second of the soak (${SOAK_RATE})
  --out      where the page is written (docs)
  --help     this text

What the figures mean stands in tools/bench/README.md.
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

/** @throws Error that says what is wrong with them. */
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

/** In the order in which they are run, each once. */
function partsOf(given: readonly string[]): readonly NamedName[] {
  const wanted = namesOf('--only', given, namedNames);
  return wanted.length === 0 ? partNames : namedNames.filter((name) => wanted.includes(name));
}
