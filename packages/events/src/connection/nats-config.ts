import { type ConnectionOptions, credsAuthenticator } from 'nats';

/** Where NATS is, and as whom to speak to it. */
export interface NatsConfig {
  /**
   * `nats://user:password@host:port`, or `nats://token@host`; `tls://` insists on encryption. Of a
   * cluster several with commas between: who speaks, and whether it is encrypted, is read in the first.
   */
  readonly url: string;
  /** The text of a creds file: a user's JWT and the key that belongs to it. */
  readonly creds?: string | undefined;
  /** PEM certificates by which the server's is checked; with them the connection is encrypted. */
  readonly ca?: string | undefined;
  /** How many servers of a cluster keep each event; a stream that is there is left as it is without. */
  readonly replicas?: number | undefined;
  /** Bytes that each stream holds at most; 1 GiB without. */
  readonly streamBytes?: number | undefined;
}

/** `host:port` of each server that it names. */
export function hostsOf({ url }: Pick<NatsConfig, 'url'>): string[] {
  return url.split(',').map((each) => new URL(each).host);
}

/** As the client takes them. What is secret stays out of `servers`, which it puts into messages. */
export function toConnectionOptions({ url, creds, ca }: NatsConfig): ConnectionOptions {
  const [first = url] = url.split(',');
  const { protocol, username, password } = new URL(first);
  const [user, pass] = [username, password].map(decodeURIComponent);
  return {
    servers: hostsOf({ url }),
    ...(protocol === 'tls:' || ca !== undefined ? { tls: ca === undefined ? {} : { ca } } : {}),
    ...(creds !== undefined && {
      authenticator: credsAuthenticator(new TextEncoder().encode(creds)),
    }),
    ...(user && (pass ? { user, pass } : { token: user })),
  };
}
