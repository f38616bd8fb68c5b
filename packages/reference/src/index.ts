export { makeReference, type Reference } from './reference.ts';
export type { ReferenceFile } from './reference-file.ts';
export type { Sources } from './sources/model.ts';
export { readSources } from './sources/read-sources.ts';
