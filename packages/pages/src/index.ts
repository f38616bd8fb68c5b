export * from './document.ts';
export * from './failure-page.ts';
export * from './locale.ts';
export * from './style.ts';
