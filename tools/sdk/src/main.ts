import { writeFileSync } from 'node:fs';
import { generateClients } from './generate.ts';

for (const [file, text] of generateClients()) writeFileSync(file, text);
