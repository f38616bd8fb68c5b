import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { ReferenceFile } from '@florin/reference';
import type { FileReply } from '../answers/answer.ts';

const compress = promisify(gzip);
const expand = promisify(gunzip);
/** Default headers: browsers revalidate the file each time. */
const ASKED_FOR = { 'Cache-Control': 'no-cache' };

/** A cached file, compressed only, since almost all clients accept gzip. */
export interface KeptFile {
  readonly headers: Readonly<Record<string, string>>;
  readonly gzipped: Buffer;
}

export async function keepFile({ headers, makeText }: ReferenceFile): Promise<KeptFile> {
  const text = await makeText();
  const digest = createHash('sha256').update(text).digest('base64url');
  return {
    // Weak, so that it is valid with and without compression (RFC 9110 section 8.8.3).
    headers: { ...ASKED_FOR, ...headers, ETag: `W/"${digest}"`, Vary: 'Accept-Encoding' },
    gzipped: await compress(text, { level: 9 }),
  };
}

export async function sendKept(
  { headers, gzipped }: KeptFile,
  { headers: asked }: Pick<IncomingMessage, 'headers'>,
): Promise<FileReply> {
  const known = asked['if-none-match']?.split(',').map((tag) => tag.trim()) ?? [];
  if (known.includes(headers.ETag ?? '') || known.includes('*'))
    return { status: 304, headers, bytes: Buffer.alloc(0) };
  if (!takesGzip(asked['accept-encoding']))
    return { status: 200, headers, bytes: await expand(gzipped) };
  return { status: 200, headers: { ...headers, 'Content-Encoding': 'gzip' }, bytes: gzipped };
}

/** RFC 9110 section 12.5.3, without its rare forms of refusal. */
function takesGzip(accepted: string | string[] | undefined = ''): boolean {
  return /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i.test(String(accepted));
}
