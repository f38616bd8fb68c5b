export * from './replaced-modules/replacement.ts';
export * from './replaced-modules/replacements-file.ts';
