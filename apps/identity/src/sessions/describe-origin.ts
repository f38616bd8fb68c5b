import Bowser from 'bowser';
import type { Origin } from './model.ts';

/** How people call a client: `Firefox on Linux`; what it calls itself where it is no browser. */
export function deviceOf({ userAgent }: Origin): string | null {
  if (userAgent === null || userAgent === '') return null;
  const { browser, os } = Bowser.parse(userAgent);
  const names = [browser.name, os.name].filter((name) => name !== undefined && name !== '');
  return names.length > 0 ? names.join(' on ') : (userAgent.split(/[\s/]/)[0] ?? null);
}

/** For a mail: the device and the network, as far as they are known. */
export function describeOrigin(origin: Origin): string {
  const known = [deviceOf(origin), origin.network].filter((part) => part !== null);
  return known.length > 0 ? known.join(', ') : '?';
}
