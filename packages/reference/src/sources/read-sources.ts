import { readdir, readFile } from 'node:fs/promises';
import { type EventType, errorStatuses, eventCatalogue, publisherOf } from '@florin/contracts';
import type { ErrorText, EventText, Guide, Sources } from './model.ts';
import { readGuide } from './read-guide.ts';

/** Paths in the repository and in an image. */
const docs = new URL('../../../../docs/', import.meta.url);
const examples = new URL('../../../contracts/examples/', import.meta.url);
const ORDER = 'order.json';

/** Reads the guides, error documentation and an example of each event. */
export async function readSources(): Promise<Sources> {
  const [guides, events, errors] = await Promise.all([readGuides(), readEvents(), readErrors()]);
  return { guides, events, errors };
}

/** In the order of `order.json`; unlisted ones come last. */
async function readGuides(): Promise<readonly Guide[]> {
  const folder = new URL('guides/', docs);
  const files = await listFiles(folder);
  const order: readonly string[] = files.includes(ORDER)
    ? JSON.parse(await readFile(new URL(ORDER, folder), 'utf8'))
    : [];
  const names = files.filter((file) => file.endsWith('.md')).map((file) => file.slice(0, -3));
  const known = order
    .map((each) => each.replace(/\.md$/, ''))
    .filter((each) => names.includes(each));
  const sorted = [...new Set([...known, ...names.toSorted()])];
  return Promise.all(
    sorted.map(async (name) =>
      readGuide(name, await readFile(new URL(`${name}.md`, folder), 'utf8')),
    ),
  );
}

async function readErrors(): Promise<readonly ErrorText[]> {
  const folder = new URL('errors/', docs);
  const files = await listFiles(folder);
  return Promise.all(
    Object.entries(errorStatuses).map(async ([code, status]) => ({
      code,
      status,
      text: files.includes(`${code}.md`)
        ? withoutTitle(await readFile(new URL(`${code}.md`, folder), 'utf8'))
        : undefined,
    })),
  );
}

async function readEvents(): Promise<readonly EventText[]> {
  const types = Object.keys(eventCatalogue) as EventType[];
  return Promise.all(
    types.map(async (type) => {
      const { data } = JSON.parse(await readFile(new URL(`${type}.json`, examples), 'utf8'));
      const when = eventCatalogue[type].description ?? '';
      return { type, when, publisher: publisherOf(type) ?? '', example: data };
    }),
  );
}

/** The title of the page comes from elsewhere. */
function withoutTitle(text: string): string {
  return text.replace(/^\s*# .*\n/, '').trim();
}

/** Empty if the folder does not exist. */
async function listFiles(folder: URL): Promise<readonly string[]> {
  return readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
}
