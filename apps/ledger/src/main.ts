import { runService } from '@florin/service';
import { ledgerService } from './service.ts';
import { withFirstShard } from './shards/settings.ts';

await runService(ledgerService, withFirstShard(process.env), process.argv.slice(2));
