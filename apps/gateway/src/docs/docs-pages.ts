import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FileReply } from '../requests/answer.ts';

/** The package exports its style sheet; the bundle lies beside it. */
const bundleUrl = new URL(
  'browser/standalone.js',
  import.meta.resolve('@scalar/api-reference/style.css'),
);
/** The reference is 4 MB of script: a browser keeps it for a day. */
const CACHED = { 'Cache-Control': 'public, max-age=86400' };

/**
 * The reference loads what this gateway serves, and nothing else. It writes its styles itself, which
 * a policy can allow only as a whole; scripts have to be files of ours.
 */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Florin: reference</title>
<link rel="icon" href="data:,">
</head>
<body>
<noscript>The reference needs JavaScript. What it shows is at <a href="./v1/openapi.json">/v1/openapi.json</a>.</noscript>
<div id="reference"></div>
<script src="./docs/scalar.js"></script>
<script src="./docs/start.js"></script>
</body>
</html>
`;

/** The reference of the public API, by path. Files are read on first use. */
export function docsPages(
  openApi: () => object,
): readonly (readonly [string, () => Promise<FileReply>])[] {
  return [
    [
      '/docs',
      async () => fileOf('text/html', Buffer.from(page), { 'Content-Security-Policy': policy }),
    ],
    [
      '/docs/start.js',
      once(async () =>
        fileOf('text/javascript', await readFile(new URL('start.js', import.meta.url)), CACHED),
      ),
    ],
    ['/docs/scalar.js', once(readScalar)],
    ['/docs/openapi.json', compressDocument(openApi)],
  ];
}

/** Compressed once for each version of the document. */
function compressDocument(openApi: () => object): () => Promise<FileReply> {
  let cached: object | undefined;
  let read: () => Promise<FileReply>;
  return () => {
    const document = openApi();
    if (document !== cached) {
      read = once(() => compress('application/json', Buffer.from(JSON.stringify(document)), {}));
      cached = document;
    }
    return read();
  };
}

async function readScalar(): Promise<FileReply> {
  return compress('text/javascript', await readFile(bundleUrl), CACHED);
}

/** For every client: only browsers ask for these. */
async function compress(
  type: string,
  bytes: Buffer,
  headers: Readonly<Record<string, string>>,
): Promise<FileReply> {
  return fileOf(type, await promisify(gzip)(bytes), { ...headers, 'Content-Encoding': 'gzip' });
}

function fileOf(type: string, bytes: Buffer, headers: Readonly<Record<string, string>>): FileReply {
  return { status: 200, headers: { 'Content-Type': `${type}; charset=utf-8`, ...headers }, bytes };
}

/** Caches a result; a failure is tried again. */
function once(read: () => Promise<FileReply>): () => Promise<FileReply> {
  let cached: Promise<FileReply> | undefined;
  return () => {
    cached ??= read().catch((error: unknown) => {
      cached = undefined;
      throw error;
    });
    return cached;
  };
}
