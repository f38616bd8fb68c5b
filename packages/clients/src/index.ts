export type { Document } from './document.ts';
export * from './go-names.ts';
export { readSurface } from './read-surface.ts';
export * from './surface.ts';
