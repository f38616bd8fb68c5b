import type { Remembrance } from '../domain/good-for.ts';

/** In a reply; that somebody is dead is not to be remembered. */
export function toRemembrance(found: Remembrance | undefined) {
  return {
    revision: String(found?.revision ?? 0),
    goodForMs: String(found?.goodForMs ?? 0),
  };
}
