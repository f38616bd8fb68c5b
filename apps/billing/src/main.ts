import { runService } from '@florin/service';
import { billing } from './service.ts';

await runService(billing, process.env, process.argv.slice(2));
