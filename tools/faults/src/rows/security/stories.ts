import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { BANK_ACCOUNT } from '../../../../../e2e/bank-account.ts';
import {
  DATA_VARIABLE,
  LOG_FILE,
  NOTICES_TOKEN,
  URL_VARIABLE,
} from '../../../../../e2e/start-florin.ts';
import { STRIPE_VARIABLE, startStripe } from '../../../../../e2e/stripe-stand-in.ts';
import { type FlorinNeeds, startFlorin } from '../../florin/start-florin.ts';
import type { Variant } from '../../florin/variants.ts';
import type { Outcome, PureRow } from '../../row.ts';
import { findOutcome, runTests, type TestRun } from '../../tests/run-tests.ts';

/** The system that stories require. */
const STORIES_NEED: FlorinNeeds = { settlementDelayMs: 1_500 };
/** Settings of the stories' own Florin: settlements would change the balances that they compare. */
const OF_STORIES = {
  PROCESSORS_SETTLEMENTS_EVERY_MS: '86400000',
  MAIL_NOTICES_TOKEN: NOTICES_TOKEN,
};
const START_MS_MAX = 120_000;

export interface Stories extends Omit<PureRow, 'run' | 'figures' | 'broken'> {
  readonly broken: Variant;
  /** Paths from the root of the repository. */
  readonly files: readonly string[];
  /** Pattern of the names that short counts run. */
  readonly short?: string;
}

/**
 * A row proved by stories of a whole system: they pass on a sound one, and fail on a broken one.
 */
export function stories({ files, short, ...described }: Stories): PureRow {
  return {
    ...described,
    figures: ['tests failed'],
    run: async ({ isControl, isFull, testReport }) =>
      (testReport && (await findOutcome(testReport, files))) ||
      runStories(
        isControl ? { variants: [described.broken] } : {},
        { files, named: isFull ? undefined : short, checksAll: isFull },
        isControl,
      ),
  };
}

/** Runs stories against a separate Florin with every payment method that they use. */
export async function runStories(
  needs: FlorinNeeds,
  {
    checksAll = false,
    ...tests
  }: Pick<TestRun, 'files' | 'named'> & { readonly checksAll?: boolean },
  isControl: boolean,
): Promise<Outcome> {
  const stripe = await startStripe();
  const settings = { ...OF_STORIES, ...needs.settings, ...stripe.settings, ...BANK_ACCOUNT };
  const florin = await startFlorin(
    { ...STORIES_NEED, ...needs, settings },
    AbortSignal.timeout(START_MS_MAX),
  );
  const { url, dataDir, logFile } = florin;
  try {
    stripe.connect(url);
    // The stories' path of the processes' output.
    symlinkSync(logFile, join(dataDir, LOG_FILE));
    return await runTests({
      ...tests,
      stories: {
        [URL_VARIABLE]: url,
        [DATA_VARIABLE]: dataDir,
        [STRIPE_VARIABLE]: stripe.standIn.url,
        ...(checksAll && { FLORIN_TEST_ALL: '1' }),
      },
      stopsAtFailure: isControl,
    });
  } finally {
    await florin.stop();
    await stripe.standIn.close();
  }
}
