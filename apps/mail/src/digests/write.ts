import { insertMessages } from '../delivery/queries.ts';
import type { Db } from '../schema.ts';
import { dayBefore, digestOf } from './digest.ts';
import { deleteDaysBefore, readDay } from './queries.ts';

export interface DigestDeps {
  readonly db: Db;
  readonly now: () => Date;
  /** Receivers of the digest; none by default. */
  readonly receivers: readonly string[];
}

/** Queues the digest of the previous day, once per receiver across processes. */
export async function writeDigests({ db, now, receivers }: DigestDeps): Promise<void> {
  const day = dayBefore(now());
  const counts = await readDay(db, day);
  await db.transaction().execute((tx) =>
    insertMessages(
      tx,
      receivers.map((each) => digestOf(day, counts, each)),
    ),
  );
  await deleteDaysBefore(db, day);
}
