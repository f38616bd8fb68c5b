import { runService } from '@florin/service';
import { defineLedger } from './service.ts';

await runService(defineLedger(), process.env, process.argv.slice(2));
