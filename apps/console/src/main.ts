import { runService } from '@florin/service';
import { consoleService } from './service.ts';

await runService(consoleService, process.env, process.argv.slice(2));
