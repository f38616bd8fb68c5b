import { readFile, writeFile } from 'node:fs/promises';
import { withStateMachine } from './domain/state-machine-docs.ts';

const readme = new URL('../README.md', import.meta.url);
await writeFile(readme, withStateMachine(await readFile(readme, 'utf8')));
