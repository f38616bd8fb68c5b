import { readFile, writeFile } from 'node:fs/promises';
import { openApiText } from './openapi.ts';
import { withStateMachine } from './subscriptions/state-machine.ts';

await writeFile(new URL('../openapi.json', import.meta.url), openApiText());

const readme = new URL('../README.md', import.meta.url);
await writeFile(readme, withStateMachine(await readFile(readme, 'utf8')));
