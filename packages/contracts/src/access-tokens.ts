/** What identity writes into access tokens (RFC 9068) and the gateway insists on. */
export const accessTokens = {
  issuer: 'florin',
  audience: 'florin-api',
  type: 'at+jwt',
  algorithm: 'EdDSA',
} as const;

/** Where identity tells over NATS, to whoever listens, that there are newer revocations to read. */
export const revisionSubject = 'florin-revision';
