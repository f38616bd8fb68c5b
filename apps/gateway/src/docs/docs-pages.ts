import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FileReply } from '../requests/send.ts';

/** Beside its style sheet, which it exports, lies the bundle, which it does not. */
const bundleUrl = new URL(
  'browser/standalone.js',
  import.meta.resolve('@scalar/api-reference/style.css'),
);
/** The reference is 4 MB of script: a browser keeps it for a day. */
const KEPT = { 'Cache-Control': 'public, max-age=86400' };

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

/** The reference of the public surface, by path. Nothing is read before somebody asks for it. */
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
        fileOf('text/javascript', await readFile(new URL('start.js', import.meta.url)), KEPT),
      ),
    ],
    ['/docs/scalar.js', once(readScalar)],
    ['/docs/openapi.json', compressDocument(openApi)],
  ];
}

/** Each document once: it is made anew only when a service describes itself otherwise. */
function compressDocument(openApi: () => object): () => Promise<FileReply> {
  let known: object | undefined;
  let read: () => Promise<FileReply>;
  return () => {
    const document = openApi();
    if (document !== known) {
      read = once(() => compress('application/json', Buffer.from(JSON.stringify(document)), {}));
      known = document;
    }
    return read();
  };
}

async function readScalar(): Promise<FileReply> {
  return compress('text/javascript', await readFile(bundleUrl), KEPT);
}

/** For every client alike: whoever asks is a browser. */
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

/** Remembers what worked. */
function once(read: () => Promise<FileReply>): () => Promise<FileReply> {
  let known: Promise<FileReply> | undefined;
  return () => {
    known ??= read().catch((error: unknown) => {
      known = undefined;
      throw error;
    });
    return known;
  };
}
