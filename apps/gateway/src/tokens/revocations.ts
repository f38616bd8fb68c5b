export interface Revocation {
  readonly revision: number;
  /** The id of a session, user, account or API key. */
  readonly subject: string;
  /** Whether tokens minted before are refused; otherwise what is known is looked up again. */
  readonly refuses: boolean;
  /** A session of the subject that is spared; empty without any. */
  readonly exceptSession: string;
}

/** What identity sends a gateway that has applied everything up to a revision. */
export interface RevocationBatch {
  readonly revision: number;
  /** One for each number from the applied revision to this one, unless some are missing. */
  readonly revocations: readonly Revocation[];
}

/** Something that identity knew at a revision, about these subjects. */
export interface KnownAt {
  /** Ids of session, user, account or key: a revocation of one of them makes it void. */
  readonly subjects: readonly string[];
  /** The last revocation that identity knew of. */
  readonly revision: number;
}

export interface Revocations {
  /** Returns false when the batch has gaps: whatever was known before is void then. */
  apply(batch: RevocationBatch, nowMs: number): boolean;
  /** The revision up to which all is known; undefined before the first batch. */
  applied(): number | undefined;
  /** Whether no revocation since makes it void, as far as is known. */
  isCurrent(known: KnownAt): boolean;
  /** Whether a token for these subjects, minted at a revision, is known to be refused. */
  refuses(subjects: readonly string[], mintedAt: number): boolean;
  /** How many subjects are stored. */
  size(): number;
}

interface Revoked {
  /** Of the newest revocation of the subject. */
  readonly revision: number;
  /** Of the newest one that refuses tokens; 0 without any. */
  readonly refusedAt: number;
  /** A session that the newest ones spare, and the newest one that does not. */
  readonly except: { readonly session: string; readonly revision: number } | undefined;
  readonly receivedAtMs: number;
}

/** Longer than an access token lives. */
const KEPT_MS = 11 * 60_000;
const SUBJECTS_MAX = 10_000;

/**
 * Stores what was revoked. A revocation that is evicted, or was never received, counts as one of
 * everybody: what is known from before it is void, and is looked up again. That is why this is a Map
 * and no LRU cache: an entry must not leave unseen.
 */
export function makeRevocations(subjectsMax = SUBJECTS_MAX): Revocations {
  /** Oldest first. */
  const bySubject = new Map<string, Revoked>();
  let applied: number | undefined;
  /** What was known before this revision is void. */
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
    // Of several sessions only the last: the others are revoked by now.
    except: exceptSession
      ? { session: exceptSession, revision: revisionFor(before, [exceptSession]) }
      : undefined,
    receivedAtMs,
  };
}

/** Of the newest revocation of a subject that concerns whoever has these subjects. */
function revisionFor(revoked: Revoked | undefined, subjects: readonly string[]): number {
  const { except } = revoked ?? {};
  if (except && subjects.includes(except.session)) return except.revision;
  return revoked?.revision ?? 0;
}
