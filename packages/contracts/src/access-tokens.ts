/** Claims that identity writes into access tokens (RFC 9068) and the gateway requires. */
export const accessTokens = {
  issuer: 'florin',
  audience: 'florin-api',
  type: 'at+jwt',
  algorithm: 'EdDSA',
} as const;

/** NATS subject on which identity announces new revocations. */
export const revisionSubject = 'florin-revision';
