import { generate } from 'selfsigned';
import type { TlsKeys } from '../src/requests/certificate.ts';

/** A self-signed certificate. */
export async function generateTls(): Promise<TlsKeys> {
  const { cert, private: key } = await generate([{ name: 'commonName', value: 'localhost' }], {
    keyType: 'ec',
  });
  return { cert, key };
}
