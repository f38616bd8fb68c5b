import { replaceModule } from '../replace-module.ts';

replaceModule('packages/http-api/src/read-body.ts', 'packages/read-body.ts');
const { runIdentity } = await import('./run-identity.ts');
await runIdentity();
