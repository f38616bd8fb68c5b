import { runService } from '@florin/service';
import { processors } from './service.ts';

await runService(processors, process.env, process.argv.slice(2));
