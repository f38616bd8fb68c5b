import { writeFile } from 'node:fs/promises';
import { eventDocsText } from './event-docs.ts';

const text = eventDocsText(new URL('../examples/', import.meta.url));
await writeFile(new URL('../../../docs/events.md', import.meta.url), text);
