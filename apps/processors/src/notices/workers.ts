import type { LeaseHolder } from '@florin/database';
import type { Worker } from '@florin/service';
import type { Notice } from '../contract/model.ts';
import type { Processor } from '../contract/processor.ts';
import type { TakenNotice } from '../domain/notice.ts';
import { eachMerchant } from '../merchants/queries.ts';
import type { Registry } from '../registry.ts';
import type { Db } from '../schema.ts';
import {
  deleteOldNotices,
  findPolledUntil,
  insertNotices,
  lookLater,
  markHandled,
  savePolledUntil,
  takeDue,
} from './queries.ts';

/**
 * Handles a notice by fetching its object from the processor. False if the object is unknown,
 * perhaps only for now.
 */
export type NoticeHandler = (notice: TakenNotice) => Promise<boolean>;
export type NoticeHandlers = Readonly<Partial<Record<Notice['about'], NoticeHandler>>>;

export interface NoticeDeps {
  readonly db: Db;
  readonly registry: Registry;
  readonly handlers: NoticeHandlers;
  /** Lease for polling missed webhooks, held by one process at a time. */
  readonly lease: LeaseHolder;
}

const NOTICES_MAX = 20;
const DELETED_MAX = 1_000;
/** Polls overlap by this, because a processor may list events late. */
const OVERLAP_MS = 300_000;
const OVERLAP_OF_OURS_MS = 10_000;
/** Without new notices the poll time is saved only this often, because each save is a write. */
const NOTED_AFTER_MS = 60_000;
/** Start of the first poll, before now. */
const HISTORY_MS = 86_400_000;

export function noticeWorkers(deps: NoticeDeps): readonly Worker[] {
  const { registry, lease } = deps;
  const [withWebhooks, without] = [true, false].map((webhooks) =>
    registry.all.filter(({ abilities }) => abilities.webhooks === webhooks),
  );
  const poll = (name: string, processors: readonly Processor[] = [], restMs: number): Worker => ({
    name,
    async round() {
      if (processors.length === 0 || !(await lease.acquire())) return;
      for (const processor of processors) await pollAll(deps, processor);
    },
    restMs,
    restMsMax: Math.max(restMs, 5_000),
    restAfterErrorMs: 10_000,
  });
  return [
    {
      name: 'looking at notices of processors',
      round: () => lookAtDue(deps),
      restMs: 250,
      restMsMax: 5_000,
      restAfterErrorMs: 1_000,
    },
    poll('asking processors for lost webhooks', withWebhooks, 60_000),
    poll('asking processors without webhooks', without, 1_000),
    {
      name: 'deleting old notices',
      round: () => deleteOldNotices(deps.db, DELETED_MAX),
      restMs: 600_000,
      restAfterErrorMs: 60_000,
    },
  ];
}

async function lookAtDue({ db, handlers }: NoticeDeps): Promise<boolean> {
  const notices = await takeDue(db, NOTICES_MAX);
  const ends = await Promise.allSettled(
    notices.map(async (notice) => {
      const isKnown = await handlers[notice.about]?.(notice);
      await (isKnown ? markHandled(db, notice) : lookLater(db, notice));
    }),
  );
  const failed = ends.find((end) => end.status === 'rejected');
  if (failed) throw failed.reason;
  return notices.length === NOTICES_MAX;
}

/**
 * Polls each merchant separately, so that one unknown to the processor does not block the others.
 */
async function pollAll({ db }: NoticeDeps, processor: Processor): Promise<void> {
  await eachMerchant(db, processor, async (merchantReference) => {
    const polled = { processor: processor.name, merchantReference };
    const until = Date.now();
    const overlapMs = processor.abilities.webhooks ? OVERLAP_MS : OVERLAP_OF_OURS_MS;
    const polledUntil = await findPolledUntil(db, polled);
    const since = polledUntil === null ? until - HISTORY_MS : polledUntil - overlapMs;
    const notices = await processor.listNotices(since, { reference: merchantReference });
    await insertNotices(db, processor.name, notices);
    const isNews = notices.length > 0 || polledUntil === null;
    if (isNews || until - polledUntil > NOTED_AFTER_MS) await savePolledUntil(db, polled, until);
  });
}
