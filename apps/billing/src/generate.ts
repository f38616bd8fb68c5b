import { readFile, writeFile } from 'node:fs/promises';
import { withStateMachine } from './domain/subscription/state-machine.ts';
import { openApiText } from './openapi.ts';

await writeFile(new URL('../openapi.json', import.meta.url), openApiText());

const readme = new URL('../README.md', import.meta.url);
await writeFile(readme, withStateMachine(await readFile(readme, 'utf8')));
