import { AppError, type Uuid } from '@florin/contracts';
import type { Worker } from '@florin/service';
import type { ReportEnd } from '../clients.ts';
import { type Charge, isFinal } from '../domain/charge.ts';
import { eachDue } from '../due/workers.ts';
import type { NoticeHandler } from '../notices/workers.ts';
import { type ChargeDeps, refresh } from './operations.ts';
import {
  findCharge,
  findChargeByReference,
  listUnreported,
  markReported,
  takeUndecided,
} from './queries.ts';

export interface ChargeWorkDeps extends ChargeDeps {
  readonly reportEnd: ReportEnd;
}

/** Charges per batch. */
const CHARGES_MAX = 20;
/** The ledger usually knows the outcome from its own call by then. */
const REPORTED_AFTER_MS = 5_000;
/** Bounds the list of skipped charges in one statement. */
const UNREPORTED_MAX = 1_000;
const RESTS = { restMs: 1_000, restMsMax: 5_000, restAfterErrorMs: 2_000 };

/**
 * Polls processors about open charges, young ones more often, and reports final charges to the
 * ledger.
 */
export function chargeWorkers(deps: ChargeWorkDeps): readonly Worker[] {
  return [
    eachDue({
      name: 'asking processors about charges',
      take: (rowsMax) => takeUndecided(deps.db, rowsMax),
      work: (charge) => ask(deps, charge),
      ...RESTS,
    }),
    {
      name: 'reporting ended charges to the ledger',
      round: makeReporter(deps, REPORTED_AFTER_MS),
      ...RESTS,
    },
  ];
}

/**
 * Reports final charges to the ledger, a page at a time. Skips failed ones until all others are
 * reported, so that none blocks the queue. Returns whether there may be more.
 */
export function makeReporter(
  { db, reportEnd }: Pick<ChargeWorkDeps, 'db' | 'reportEnd'>,
  endedForMs: number,
): () => Promise<boolean> {
  const unreported = new Set<Uuid>();

  return async () => {
    const charges = await listUnreported(db, { endedForMs, except: [...unreported] }, CHARGES_MAX);
    const ends = await Promise.allSettled(charges.map((charge) => report(reportEnd, charge)));
    const reported = charges.filter((_, index) => ends[index]?.status === 'fulfilled');
    await markReported(
      db,
      reported.map(({ id }) => id),
    );
    for (const { id } of charges) unreported.add(id);
    for (const { id } of reported) unreported.delete(id);
    const isLastPage = charges.length < CHARGES_MAX;
    if (isLastPage || unreported.size > UNREPORTED_MAX) unreported.clear();
    const failed = ends.find((end) => end.status === 'rejected');
    if (failed) throw failed.reason;
    return !isLastPage;
  };
}

/** Polls a charge and reports its end to the ledger at once, since the payer may be waiting. */
async function ask(deps: ChargeWorkDeps, before: Charge): Promise<void> {
  const charge = await refresh(deps, before);
  if (isFinal(before.status) || !isFinal(charge.status)) return;
  await report(deps.reportEnd, charge);
  await markReported(deps.db, [charge.id]);
}

/** @throws the ledger's errors */
async function report(reportEnd: ReportEnd, charge: Charge): Promise<void> {
  try {
    await reportEnd(charge);
  } catch (error) {
    const isUnknown = error instanceof AppError && error.code === 'not_found';
    // An attempt unknown to the ledger needs no report, unless money was taken.
    if (!isUnknown) throw error;
    if (charge.status === 'succeeded')
      throw new Error(`the ledger does not know the paid attempt ${charge.id}`, {
        cause: error,
      });
  }
}

/** Handles a change of a charge at its processor. */
export function onChargeNotice(deps: ChargeWorkDeps): NoticeHandler {
  return async ({ processor, ourId, reference }) => {
    const charge =
      ourId === null
        ? await findChargeByReference(deps.db, processor, reference)
        : await findCharge(deps.db, ourId);
    if (!charge) return false;
    await ask(deps, charge);
    return true;
  };
}
