import { replaceModule } from '../replace-module.ts';

replaceModule('packages/caller-assertion/src/assertion.ts', 'packages/assertion.ts');
const { runIdentity } = await import('./run-identity.ts');
await runIdentity();
