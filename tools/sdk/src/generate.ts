import { fileURLToPath } from 'node:url';
import { readSurface } from '@florin/clients';
import { readDocument } from './documents.ts';
import { writeGo } from './go.ts';
import { writePython } from './python.ts';

const sdk = fileURLToPath(new URL('../../../sdk/', import.meta.url));

/** All generated files of the Python and Go clients: text by file. */
export function generateClients(): ReadonlyMap<string, string> {
  const surface = readSurface(readDocument());
  const python = Object.entries(writePython(surface));
  const go = Object.entries(writeGo(surface));
  return new Map([
    ...python.map(([name, text]) => [`${sdk}python/src/florin/${name}`, text] as const),
    ...go.map(([name, text]) => [`${sdk}go/${name}`, text] as const),
  ]);
}
