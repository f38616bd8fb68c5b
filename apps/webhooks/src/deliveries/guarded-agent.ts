import { type LookupAddress, type LookupOptions, lookup as lookUp } from 'node:dns';
import { isIP } from 'node:net';
import { Agent, buildConnector } from 'undici';
import { isPublicAddress } from './public-addresses.ts';

const CONNECT_TIMEOUT_MS = 5_000;
const KEEP_ALIVE_MS = 4_000;

/** Resolves a name to all its addresses. */
export type Resolve = (
  name: string,
  done: (error: Error | null, addresses: readonly LookupAddress[]) => void,
) => void;

const resolveByDns: Resolve = (name, done) => lookUp(name, { all: true }, done);

/** The address is not public, or the port is not allowed. */
export class TargetRefused extends Error {
  override readonly name = 'TargetRefused';
}

/**
 * Connects only to public addresses, and only to `ports` if given. Connects to the address that was
 * checked, which prevents DNS rebinding.
 */
export function makeGuardedAgent(
  connectionsMax: number,
  ports?: ReadonlySet<number>,
  resolve = resolveByDns,
): Agent {
  const connect = buildConnector({ timeout: CONNECT_TIMEOUT_MS, lookup: guard(resolve) });
  return new Agent({
    connections: connectionsMax,
    keepAliveTimeout: KEEP_ALIVE_MS,
    // A name is looked up for every connection; an address in the URL is not.
    connect(options, done) {
      const host = options.hostname.replaceAll(/^\[|\]$/g, '');
      const port = Number(options.port || (options.protocol === 'https:' ? 443 : 80));
      if (ports?.has(port) === false) done(new TargetRefused(`port ${port} is not allowed`), null);
      else if (isIP(host) !== 0 && !isPublicAddress(host)) done(refusal(host), null);
      else connect(options, done);
    },
  });
}

/** Connects to any address. */
export function makeOpenAgent(connectionsMax: number): Agent {
  return new Agent({
    connections: connectionsMax,
    keepAliveTimeout: KEEP_ALIVE_MS,
    connect: { timeout: CONNECT_TIMEOUT_MS },
  });
}

/** A lookup function for `net.connect`. */
function guard(resolve: Resolve) {
  return (
    name: string,
    options: LookupOptions,
    done: (error: Error | null, address: string | LookupAddress[], family?: number) => void,
  ): void => {
    resolve(name, (error, addresses) => {
      const [first] = addresses ?? [];
      const hidden = addresses?.find(({ address }) => !isPublicAddress(address));
      if (error || !first) done(error ?? new Error(`${name} does not resolve to an address`), '');
      else if (hidden) done(refusal(hidden.address), '');
      else if (options.all) done(null, [...addresses]);
      else done(null, first.address, first.family);
    });
  };
}

function refusal(address: string): TargetRefused {
  return new TargetRefused(`${address} is not a public address; requests to it are blocked`);
}
