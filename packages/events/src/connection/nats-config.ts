import { type ConnectionOptions, credsAuthenticator } from 'nats';

/** Where NATS is, and as whom to speak to it. */
export interface NatsConfig {
  /** `nats://user:password@host:port`, or `nats://token@host`; `tls://` insists on encryption. */
  readonly url: string;
  /** The text of a creds file: a user's JWT and the key that belongs to it. */
  readonly creds?: string | undefined;
  /** PEM certificates by which the server's is checked; with them the connection is encrypted. */
  readonly ca?: string | undefined;
}

/** As the client takes them. What is secret stays out of `servers`, which it puts into messages. */
export function toConnectionOptions({ url, creds, ca }: NatsConfig): ConnectionOptions {
  const { host, protocol, username, password } = new URL(url);
  const [user, pass] = [username, password].map(decodeURIComponent);
  return {
    servers: host,
    ...(protocol === 'tls:' || ca !== undefined ? { tls: ca === undefined ? {} : { ca } } : {}),
    ...(creds !== undefined && {
      authenticator: credsAuthenticator(new TextEncoder().encode(creds)),
    }),
    ...(user && (pass ? { user, pass } : { token: user })),
  };
}
