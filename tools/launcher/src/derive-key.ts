import { hkdfSync } from 'node:crypto';

const keyBytes = 32;

/** Derives a secret for each purpose from the master, by HKDF-SHA256 (RFC 5869), in base64url. */
export function deriveKey(master: string, purpose: string): string {
  const secret = Buffer.from(master, 'base64url');
  const key = hkdfSync('sha256', secret, Buffer.alloc(0), `florin ${purpose}`, keyBytes);
  return Buffer.from(key).toString('base64url');
}
