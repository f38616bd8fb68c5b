import type { ComponentChild } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { pathTo } from '../core/routing.ts';
import { mayManageAccount, type Session, seesAll } from '../core/session.ts';
import { texts } from '../texts/index.ts';

const SHOWN_MS = 12_000;

/** A completed action, and its object. */
export interface Done {
  readonly what: string;
  readonly id: string | undefined;
  /** Undo button; the notice stays while it is in use. */
  readonly undo?: ((keep: (isKept: boolean) => void) => ComponentChild) | undefined;
}

let showNotice: ((done: Done) => void) | undefined;

/** Shows a notice on the current screen. */
export function notify(done: Done): void {
  showNotice?.(done);
}

/** The last completed action, with a link to its audit log entry. */
export function Notice({ session }: { readonly session: Session }) {
  const [done, setDone] = useState<Done | undefined>();
  const [isKept, setKept] = useState(false);
  useEffect(() => {
    showNotice = (what) => {
      setKept(false);
      setDone(what);
    };
    return () => {
      showNotice = undefined;
    };
  }, []);
  useEffect(() => {
    if (!done || isKept) return;
    const timer = setTimeout(() => setDone(undefined), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [done, isKept]);
  const seesAudit = mayManageAccount(session) || seesAll(session);
  const query: Record<string, string> = done?.id === undefined ? {} : { object_id: done.id };
  return (
    <div class="notice" role="status">
      {done && (
        <p>
          {texts().done} {done.what}.{' '}
          {seesAudit && <a href={pathTo('audit_log', undefined, query)}>{texts().whoDidIt}</a>}{' '}
          {done.undo?.(setKept)}
        </p>
      )}
    </div>
  );
}
