import { type ConnectionOptions, credsAuthenticator } from 'nats';

/** Address and credentials of NATS. */
export interface NatsConfig {
  /**
   * `nats://user:password@host:port` or `nats://token@host`; `tls://` requires encryption. Separate
   * the servers of a cluster by commas; credentials and scheme are those of the first.
   */
  readonly url: string;
  /** Contents of a creds file: a user's JWT and its private key. */
  readonly creds?: string | undefined;
  /** PEM certificates of the trusted CA. Requires TLS. */
  readonly ca?: string | undefined;
  /** Replicas of each stream. If undefined, existing streams keep theirs. */
  readonly replicas?: number | undefined;
  /** Size limit of each stream in bytes; 1 GiB by default. */
  readonly streamBytes?: number | undefined;
}

/** `host:port` of each server in the URL. */
export function hostsOf({ url }: Pick<NatsConfig, 'url'>): string[] {
  return url.split(',').map((each) => new URL(each).host);
}

/**
 * Options of the NATS client. Secrets stay out of `servers`, which the client quotes in messages.
 */
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
