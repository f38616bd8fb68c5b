import { runService } from '@florin/service';
import { webhooks } from './service.ts';

await runService(webhooks, process.env, process.argv.slice(2));
