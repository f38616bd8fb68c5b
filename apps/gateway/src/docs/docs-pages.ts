import type { IncomingMessage } from 'node:http';
import type { makeReference, Reference, Sources } from '@florin/reference';
import type { FileReply } from '../answers/answer.ts';
import type { OwnPage } from '../requests/handle.ts';
import { type KeptFile, keepFile, sendKept } from './kept-file.ts';

/** Path prefixes of the reference with their own metrics label. */
const TEMPLATES = ['/docs/assets', '/docs/api', '/docs/guides', '/docs/errors', '/docs/schemas'];
const SEARCH = '/docs/search';

interface Edition {
  readonly document: object;
  readonly reference: Reference;
  /** Cached files; only paths of existing pages are added. */
  readonly kept: Map<string, Promise<KeptFile>>;
}

/** Renderer and sources, loaded on the first request for a page. */
interface Press {
  readonly makeReference: typeof makeReference;
  readonly sources: Sources;
}

async function openPress(): Promise<Press> {
  const { makeReference, readSources } = await import('@florin/reference');
  return { makeReference, sources: await readSources() };
}

/**
 * The reference of the public API for people and assistants. A page is rendered and compressed on
 * its first request, once for each version of the document.
 */
export function findDocsPage(
  openApi: () => object,
  publicUrl: string | undefined,
): (path: string) => Promise<OwnPage | undefined> | undefined {
  let press: Promise<Press> | undefined;
  let latest: Edition | undefined;

  async function current(): Promise<Edition> {
    press ??= openPress().catch((error: unknown) => {
      press = undefined; // The next request retries the load.
      throw error;
    });
    const { makeReference, sources } = await press;
    const document = openApi();
    if (latest?.document !== document)
      latest = {
        document,
        reference: makeReference(document, sources, publicUrl),
        kept: new Map(),
      };
    return latest;
  }

  async function find(path: string): Promise<OwnPage | undefined> {
    const { reference, kept } = await current();
    if (path === SEARCH)
      return { template: SEARCH, show: (request) => showSearch(reference, request) };
    const target = reference.redirects.get(path);
    if (target !== undefined) return { template: templateOf(path), show: () => redirect(target) };
    const file = reference.files.get(path);
    if (file === undefined) return undefined;
    return {
      template: templateOf(path),
      async show(request) {
        const own = kept.get(path) ?? keepFile(file);
        kept.set(path, own);
        return sendKept(await own, request);
      },
    };
  }

  return (path) => (/^\/(?:docs|llms)(?:$|[/.-])/.test(path) ? find(path) : undefined);
}

/** Few templates, to limit the labels of metrics and traces. */
function templateOf(path: string): string {
  const prefix = TEMPLATES.find((each) => path.startsWith(`${each}/`));
  return prefix === undefined ? path : `${prefix}/{page}`;
}

async function showSearch(
  { search }: Reference,
  { url = '' }: IncomingMessage,
): Promise<FileReply> {
  const query = new URL(url, 'http://gateway').searchParams.get('q') ?? '';
  const { status, headers, text } = await search(query);
  return { status, headers: { ...headers, 'X-Robots-Tag': 'noindex' }, bytes: Buffer.from(text) };
}

function redirect(location: string): FileReply {
  return { status: 302, headers: { Location: location }, bytes: Buffer.alloc(0) };
}
