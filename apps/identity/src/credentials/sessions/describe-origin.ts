import Bowser from 'bowser';
import type { Origin } from '../../domain/session.ts';

/** Readable name of a client, such as `Firefox on Linux`; the User-Agent if it is not a browser. */
export function deviceOf({ userAgent }: Origin): string | null {
  if (userAgent === null || userAgent === '') return null;
  const { browser, os } = Bowser.parse(userAgent);
  const names = [browser.name, os.name].filter((name) => name !== undefined && name !== '');
  return names.length > 0 ? names.join(' on ') : (userAgent.split(/[\s/]/)[0] ?? null);
}

/** Device and network for a mail, as far as known. */
export function describeOrigin(origin: Origin): string {
  const known = [deviceOf(origin), origin.network].filter((part) => part !== null);
  return known.length > 0 ? known.join(', ') : '?';
}
