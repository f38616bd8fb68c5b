import type { Voucher } from './voucher.ts';

export interface Revocation {
  readonly revision: number;
  /** The id of a session, user, account or API key. */
  readonly subject: string;
  /** Whether tokens that were minted before are dead; else what is known is read again. */
  readonly refuses: boolean;
  /** A session of the subject that it is not about; empty without any. */
  readonly exceptSession: string;
}

/** What identity tells a gateway that has applied everything up to a revision. */
export interface News {
  readonly revision: number;
  /** One for each number from the applied revision to this one, unless some are missing. */
  readonly revocations: readonly Revocation[];
}

export interface Revocations {
  /** Returns false when news are missing: then what was known before is void. */
  apply(news: News, nowMs: number): boolean;
  /** The revision up to which all is known; undefined before the first news. */
  applied(): number | undefined;
  /** Whether nothing has come since that makes it void, as far as is known. */
  isCurrent(voucher: Pick<Voucher, 'names' | 'revision'>): boolean;
  /** Whether a token for these, minted at a revision, is known to be dead. */
  refuses(names: readonly string[], mintedAt: number): boolean;
  /** How many subjects are remembered. */
  size(): number;
}

interface Revoked {
  /** Of the newest revocation of the subject. */
  readonly revision: number;
  /** Of the newest one that refuses tokens; 0 without any. */
  readonly refusedAt: number;
  /** A session that the newest ones are not about, and the newest one that is. */
  readonly except: { readonly session: string; readonly revision: number } | undefined;
  readonly heardAtMs: number;
}

/** Longer than an access token lives. */
const KEPT_MS = 11 * 60_000;
const SUBJECTS_MAX = 10_000;

/**
 * Remembers what was revoked. Whatever is forgotten, or was never told, counts as a revocation of
 * everybody: what is known from before then is void, and is read again.
 */
export function makeRevocations(subjectsMax = SUBJECTS_MAX): Revocations {
  /** Oldest news first. */
  const bySubject = new Map<string, Revoked>();
  let applied: number | undefined;
  /** What was known before this revision is void. */
  let floor = 0;

  function forget(nowMs: number): void {
    for (const [subject, { revision, heardAtMs }] of bySubject) {
      if (bySubject.size <= subjectsMax && heardAtMs > nowMs - KEPT_MS) return;
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
      forget(nowMs);
      return true;
    },
    applied: () => applied,
    isCurrent: ({ names, revision }) =>
      revision >= floor &&
      names.every((name) => revisionFor(bySubject.get(name), names) <= revision),
    refuses: (names, mintedAt) =>
      names.some((name) => (bySubject.get(name)?.refusedAt ?? 0) > mintedAt),
    size: () => bySubject.size,
  };
}

function addTo(
  before: Revoked | undefined,
  { revision, refuses, exceptSession }: Revocation,
  heardAtMs: number,
): Revoked {
  return {
    revision,
    refusedAt: refuses ? revision : (before?.refusedAt ?? 0),
    // Of several sessions only the last: the others are dead by now.
    except: exceptSession
      ? { session: exceptSession, revision: revisionFor(before, [exceptSession]) }
      : undefined,
    heardAtMs,
  };
}

/** Of the newest revocation of a subject that is about whoever has these names. */
function revisionFor(revoked: Revoked | undefined, names: readonly string[]): number {
  const { except } = revoked ?? {};
  if (except && names.includes(except.session)) return except.revision;
  return revoked?.revision ?? 0;
}
