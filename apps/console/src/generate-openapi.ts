import { writeFile } from 'node:fs/promises';
import { openApiText } from './openapi.ts';

await writeFile(new URL('../openapi.json', import.meta.url), openApiText());
