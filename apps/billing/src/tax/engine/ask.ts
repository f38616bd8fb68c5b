import { AppError, type Reply, refuse, type Uuid } from '@florin/contracts';
import type { Kysely } from 'kysely';
import pLimit from 'p-limit';
import { type EngineRequest, TaxesNeeded } from '../../domain/tax/engine.ts';
import type { BillingTables } from '../../schema.ts';
import type { FindEngine } from './engine.ts';
import { insertCalculation } from './queries.ts';

export interface TaxEngineDeps {
  readonly db: Kysely<BillingTables>;
  readonly findEngine: FindEngine;
}

/** If a sale's inputs change between the answer and its use, the engine is called again. */
const ROUNDS_MAX = 3;
const CALLS_MAX = 8;
/** Leases of due work last 10 s: a hanging engine must not delay other subscriptions. */
const ASKING_MS_MAX = 3_000;

export const NO_ANSWER = "the seller's tax engine does not respond and nothing was charged; retry";

/**
 * Runs work that needs taxes. Missing ones are fetched from the engine outside any transaction,
 * then the work is repeated.
 * @throws AppError unavailable without an answer, conflict if the sale cannot be taxed
 */
export async function withTaxes<Result>(
  deps: TaxEngineDeps,
  work: () => Promise<Result>,
): Promise<Result> {
  for (let round = 1; ; round += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof TaxesNeeded) || round > ROUNDS_MAX) throw error;
      const [refusal] = error.refused.values();
      if (refusal) throw refusal;
      for (const { request } of error.missing) await ask(deps, request);
    }
  }
}

/** Like {@link withTaxes}, but replies with a refusal or a missing answer. */
export async function withTaxesOrReply<Result>(
  deps: TaxEngineDeps,
  work: () => Promise<Result>,
): Promise<Result | Reply> {
  try {
    return await withTaxes(deps, work);
  } catch (error) {
    const isAnswer = error instanceof AppError && ['conflict', 'unavailable'].includes(error.code);
    if (!isAnswer) throw error;
    const reply = refuse(error.code, error.message);
    return error.code === 'conflict' ? reply : { ...reply, headers: { 'Retry-After': '1' } };
  }
}

/** Fetches the taxes of a batch. Returns errors of the subscriptions that cannot be charged now. */
export async function askForBatch(
  deps: TaxEngineDeps,
  { missing, refused }: TaxesNeeded,
): Promise<ReadonlyMap<Uuid, unknown>> {
  const failed = new Map<Uuid, unknown>(refused);
  const endsAt = performance.now() + ASKING_MS_MAX;
  const limit = pLimit(CALLS_MAX);
  const askOne = async ({ subscriptionId, request }: TaxesNeeded['missing'][number]) => {
    try {
      if (performance.now() > endsAt) throw new AppError('unavailable', NO_ANSWER);
      await ask(deps, request);
    } catch (error) {
      if (subscriptionId !== null) failed.set(subscriptionId, error);
    }
  };
  await Promise.all(missing.map((each) => limit(askOne, each)));
  return failed;
}

async function ask({ db, findEngine }: TaxEngineDeps, request: EngineRequest): Promise<void> {
  const engine = findEngine(request.sellerId);
  if (!engine)
    throw new AppError(
      'unavailable',
      'the operator has set no Stripe Tax key for this mode (BILLING_STRIPE_TAX_KEY); set it, or use tax_provider florin',
    );
  const calculation = await engine.calculate(request).catch((error: unknown) => {
    if (error instanceof AppError) throw error;
    const why = error instanceof Error ? error.message : String(error);
    throw new AppError('unavailable', NO_ANSWER, { cause: why });
  });
  await insertCalculation(db, request, calculation);
}
