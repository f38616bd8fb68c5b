export interface Revocation {
  readonly revision: number;
  /** The id of a session, user, account or API key. */
  readonly subject: string;
  /** Whether earlier tokens are refused; otherwise cached principals are only looked up again. */
  readonly refuses: boolean;
  /** A session of the subject that stays valid; empty for none. */
  readonly exceptSession: string;
}

/** Identity's reply to a gateway that has applied all revocations up to a revision. */
export interface RevocationBatch {
  readonly revision: number;
  /** One for each number from the applied revision to this one, unless some are missing. */
  readonly revocations: readonly Revocation[];
}

/** Data that identity returned at a revision, about these subjects. */
export interface KnownAt {
  /** Ids of session, user, account or key: a revocation of any of them invalidates it. */
  readonly subjects: readonly string[];
  /** The last revocation included in the data. */
  readonly revision: number;
}

export interface Revocations {
  /** Returns false for a batch with gaps, which invalidates all earlier data. */
  apply(batch: RevocationBatch, nowMs: number): boolean;
  /** The revision up to which everything is applied; undefined before the first batch. */
  applied(): number | undefined;
  /** Whether no known later revocation invalidates it. */
  isCurrent(known: KnownAt): boolean;
  /** Whether a token for these subjects, minted at a revision, is known to be refused. */
  refuses(subjects: readonly string[], mintedAt: number): boolean;
  /** Number of stored subjects. */
  size(): number;
}

interface Revoked {
  /** Revision of the subject's newest revocation. */
  readonly revision: number;
  /** Revision of the newest one that refuses tokens; 0 without any. */
  readonly refusedAt: number;
  /** The session exempt from the newest revocations, and the newest revision that includes it. */
  readonly except: { readonly session: string; readonly revision: number } | undefined;
  readonly receivedAtMs: number;
}

/** Longer than the lifetime of an access token. */
const KEPT_MS = 11 * 60_000;
const SUBJECTS_MAX = 10_000;

/**
 * Stores revocations. An evicted or missed one counts as a revocation of every subject, so earlier
 * data is looked up again. A Map instead of an LRU cache, to see every eviction.
 */
export function makeRevocations(subjectsMax = SUBJECTS_MAX): Revocations {
  /** Oldest first. */
  const bySubject = new Map<string, Revoked>();
  let applied: number | undefined;
  /** Data from before this revision is void. */
  let floor = 0;

  function evict(nowMs: number): void {
    for (const [subject, { revision, receivedAtMs }] of bySubject) {
      if (bySubject.size <= subjectsMax && receivedAtMs > nowMs - KEPT_MS) return;
      bySubject.delete(subject);
      floor = Math.max(floor, revision);
    }
  }

  return {
    apply({ revision, revocations }, nowMs) {
      const isComplete = applied !== undefined && revocations.length === revision - applied;
      applied = revision;
      if (!isComplete) {
        bySubject.clear();
        floor = revision;
        return false;
      }
      for (const each of revocations) {
        const before = bySubject.get(each.subject);
        // Deleted first, so that it moves to the end.
        bySubject.delete(each.subject);
        bySubject.set(each.subject, addTo(before, each, nowMs));
      }
      evict(nowMs);
      return true;
    },
    applied: () => applied,
    isCurrent: ({ subjects, revision }) =>
      revision >= floor &&
      subjects.every((subject) => revisionFor(bySubject.get(subject), subjects) <= revision),
    refuses: (subjects, mintedAt) =>
      subjects.some((subject) => (bySubject.get(subject)?.refusedAt ?? 0) > mintedAt),
    size: () => bySubject.size,
  };
}

function addTo(
  before: Revoked | undefined,
  { revision, refuses, exceptSession }: Revocation,
  receivedAtMs: number,
): Revoked {
  return {
    revision,
    refusedAt: refuses ? revision : (before?.refusedAt ?? 0),
    // Only the last of several exempt sessions: the others are revoked by now.
    except: exceptSession
      ? { session: exceptSession, revision: revisionFor(before, [exceptSession]) }
      : undefined,
    receivedAtMs,
  };
}

/** Revision of a subject's newest revocation that applies to a holder of these subjects. */
function revisionFor(revoked: Revoked | undefined, subjects: readonly string[]): number {
  const { except } = revoked ?? {};
  if (except && subjects.includes(except.session)) return except.revision;
  return revoked?.revision ?? 0;
}
