import { replaceModule } from '../replace-module.ts';

replaceModule('packages/runtime/src/caller/assertion.ts', 'packages/assertion.ts');
const { runIdentity } = await import('./run-identity.ts');
await runIdentity();
