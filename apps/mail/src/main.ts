import { runService } from '@florin/service';
import { mail } from './service.ts';

await runService(mail, process.env, process.argv.slice(2));
