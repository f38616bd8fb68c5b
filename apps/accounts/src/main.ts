import { runService } from '@florin/service';
import { defineAccounts } from './service.ts';

await runService(defineAccounts(), process.env, process.argv.slice(2));
