import { runService } from '@florin/service';
import { ledgerService } from './service.ts';

await runService(ledgerService, process.env, process.argv.slice(2));
