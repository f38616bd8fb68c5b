export { makeReference, type Reference, type ReferenceFile } from './reference.ts';
export type { Sources } from './sources/model.ts';
export { readSources } from './sources/read-sources.ts';
