import { newId, toPublicId, type Uuid } from '@florin/contracts';
import { exportJWK, exportSPKI, generateKeyPair, type JWTPayload, SignJWT } from 'jose';

/** Mints tokens with its own key, as identity does. */
export interface Issuer {
  readonly jwks: string;
  /** The public key as text, with which an attacker signs HS256. */
  readonly publicPem: string;
  mint(change?: TokenChange): Promise<string>;
}

export interface TokenChange {
  readonly header?: Readonly<Record<string, unknown>>;
  /** Undefined omits a claim. */
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly userId?: Uuid;
  readonly sessionId?: Uuid;
}

export async function createIssuer(kid = 'k1'): Promise<Issuer> {
  const { publicKey, privateKey } = await generateKeyPair('EdDSA', { extractable: true });
  const jwk = { ...(await exportJWK(publicKey)), kid, alg: 'EdDSA', use: 'sig' };
  return {
    jwks: JSON.stringify({ keys: [jwk] }),
    publicPem: await exportSPKI(publicKey),
    mint({ header, claims, userId = newId(), sessionId = newId() } = {}) {
      const now = Math.floor(Date.now() / 1000);
      const payload: JWTPayload = {
        iss: 'florin',
        aud: 'florin-api',
        sub: toPublicId('user', userId),
        sid: toPublicId('session', sessionId),
        rev: 0,
        iat: now,
        exp: now + 600,
        ...claims,
      };
      return new SignJWT(JSON.parse(JSON.stringify(payload)) as JWTPayload)
        .setProtectedHeader({ alg: 'EdDSA', typ: 'at+jwt', kid, ...header })
        .sign(privateKey);
    },
  };
}
