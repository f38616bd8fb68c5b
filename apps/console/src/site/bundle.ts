import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { build, stop } from 'esbuild';

/** A file as served. */
export interface SiteFile {
  readonly mediaType: string;
  /** Compressed with gzip, which every browser supports. */
  readonly bytes: Buffer;
}

/** The console's files. */
export interface Site {
  /** Files by name; each name contains a hash of the content. */
  readonly files: ReadonlyMap<string, SiteFile>;
  /** Entry points. */
  readonly script: string;
  readonly style: string;
}

const WEB = fileURLToPath(new URL('../../web/', import.meta.url));
const mediaTypes: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
};
const compress = promisify(gzip);

/** Bundles `web/` at each start, in a quarter of a second. */
export async function bundleSite(): Promise<Site> {
  const { outputFiles } = await build({
    absWorkingDir: WEB,
    entryPoints: ['main.tsx', 'style.css'],
    outdir: 'assets',
    write: false,
    bundle: true,
    splitting: true,
    format: 'esm',
    target: 'es2022',
    minify: true,
    conditions: ['florin-source'],
    jsx: 'automatic',
    jsxImportSource: 'preact',
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    logLevel: 'silent',
  });
  // Otherwise the esbuild process keeps waiting for work.
  await stop();
  const files = new Map<string, SiteFile>();
  for (const { path, contents } of outputFiles) {
    const name = path.slice(path.lastIndexOf('/') + 1);
    const mediaType = mediaTypes[name.slice(name.lastIndexOf('.') + 1)];
    if (mediaType === undefined) throw new Error(`${name} has no known media type`);
    files.set(name, { mediaType, bytes: await compress(contents, { level: 9 }) });
  }
  return { files, script: firstOf(files, 'main-', '.js'), style: firstOf(files, 'style-', '.css') };
}

function firstOf(files: ReadonlyMap<string, SiteFile>, start: string, end: string): string {
  const name = [...files.keys()].find((each) => each.startsWith(start) && each.endsWith(end));
  if (name === undefined) throw new Error(`the bundle has no ${start}…${end}`);
  return name;
}
