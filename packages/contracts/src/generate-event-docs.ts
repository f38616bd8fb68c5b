import { writeFile } from 'node:fs/promises';
import manifest from '../package.json' with { type: 'json' };
import { asyncApiDocument, readEventExamples } from './asyncapi.ts';
import { eventDocsText } from './event-docs.ts';

const examples = new URL('../examples/', import.meta.url);
const docs = new URL('../../../docs/', import.meta.url);

const { version } = manifest;
const document = asyncApiDocument({ version, publicUrl: undefined }, readEventExamples());
await writeFile(new URL('events.md', docs), eventDocsText(examples));
await writeFile(new URL('asyncapi.json', docs), `${JSON.stringify(document, null, 2)}\n`);
