import { runService } from '@florin/service';
import { accounts } from './service.ts';

await runService(accounts, process.env, process.argv.slice(2));
