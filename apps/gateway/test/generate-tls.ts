import { generate } from 'selfsigned';
import type { TlsKeys } from '../src/requests/server.ts';

/** A certificate made a moment ago, which nobody vouches for. */
export async function generateTls(): Promise<TlsKeys> {
  const { cert, private: key } = await generate([{ name: 'commonName', value: 'localhost' }]);
  return { cert, key };
}
