import { runService } from '@florin/service';
import { defineIdentity } from './service.ts';

await runService(defineIdentity(), process.env, process.argv.slice(2));
