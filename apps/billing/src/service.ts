import { eventSources } from '@florin/contracts';
import { grpcServices } from '@florin/contracts/protos';
import { makeSaga, stuck } from '@florin/database';
import { deadLetterCommands, republish } from '@florin/events';
import { makeClient, rpcService } from '@florin/grpc';
import { consume, defineService } from '@florin/service';
import manifest from '../package.json' with { type: 'json' };
import { type BillingConfig, readConfig } from './config.ts';
import { onEvents } from './consumers.ts';
import { correspondenceRpcs } from './correspondence/rpcs.ts';
import { creditNoteSaga } from './credit-notes/saga.ts';
import { openDataHolders } from './customers/data-peers.ts';
import { customerRpcs } from './customers/rpcs.ts';
import { startDrawing } from './documents/pdf/draw.ts';
import { addOverdueMetrics } from './due-work/metrics.ts';
import { gateRpcs } from './gates/rpcs.ts';
import { startReencoding } from './logos/reencode.ts';
import { migrations } from './migrations/index.ts';
import { moneyBackRpcs } from './money-back/rpcs.ts';
import { paymentLinkSaga } from './payments/link.ts';
import { outsidePaymentSaga } from './payments/outside.ts';
import { paymentRpcs } from './payments/rpcs.ts';
import { billingRoutes } from './routes.ts';
import type { BillingTables } from './schema.ts';
import { creationSaga } from './subscriptions/create.ts';
import { changeSaga } from './subscriptions/update.ts';
import { taxTable } from './tax/command.ts';
import { addTaxTableMetrics } from './tax/metrics.ts';
import { makeEngines } from './tax-engine/engines.ts';
import { addReportMetrics } from './tax-engine/metrics.ts';
import { makeOffices } from './tax-ids/offices.ts';
import { advanceSaga } from './test-clocks/advance.ts';
import { makeWorkers } from './workers.ts';

/** The parts of the billing service. */
export const billing = defineService<BillingConfig, BillingTables>({
  name: 'billing',
  version: manifest.version,
  migrations,
  readConfig,
  commands: {
    republish,
    stuck,
    'tax-table': taxTable,
    ...deadLetterCommands('billing', { handle: onEvents }),
  },
  makeParts({ config, db, system, metrics, report, onClose }) {
    const { accountsAddresses, ledgerAddresses, processorsAddresses, callKeys } = config;
    const self = { self: 'billing', callKeys };
    const accounts = makeClient(grpcServices.accounts, {
      ...self,
      callee: 'accounts',
      addresses: accountsAddresses,
    });
    onClose(accounts.close);
    const ledger = makeClient(grpcServices.charges, {
      ...self,
      callee: 'ledger',
      addresses: ledgerAddresses,
    });
    onClose(ledger.close);
    const history = makeClient(grpcServices.history, {
      ...self,
      callee: 'ledger',
      addresses: ledgerAddresses,
    });
    onClose(history.close);
    const processors = makeClient(grpcServices.processors, {
      ...self,
      callee: 'processors',
      addresses: processorsAddresses,
    });
    onClose(processors.close);
    const holders = openDataHolders(config, { history, processors });
    onClose(holders.close);
    const findEngine = makeEngines(config, metrics, report('a tax engine did not respond'));
    const deps = { db, ledger, findEngine };
    const creation = makeSaga(db, creationSaga(deps));
    const change = makeSaga(db, changeSaga(deps));
    const advance = makeSaga(db, advanceSaga(deps));
    const link = makeSaga(db, paymentLinkSaga(deps));
    const outside = makeSaga(db, outsidePaymentSaga(deps));
    const creditNote = makeSaga(db, creditNoteSaga({ ...deps, processors }));
    const drawing = startDrawing();
    onClose(drawing.close);
    const { reencode, close } = startReencoding();
    onClose(close);
    addOverdueMetrics(metrics, db);
    addTaxTableMetrics(metrics, db);
    addReportMetrics(metrics, db);
    return {
      outbox: db,
      sagas: { db, runners: [creation, change, advance, link, outside, creditNote] },
      consumers: [
        consume(db, 'ledger', { only: eventSources.billing.ledger, handle: onEvents }),
        consume(db, 'processors', { only: eventSources.billing.processors, handle: onEvents }),
      ],
      workers: makeWorkers(
        { ...deps, accounts, history, draw: drawing.draw, findOffice: makeOffices(config) },
        report,
      ),
      routes: billingRoutes({
        ...{ db, findEngine },
        system,
        accounts,
        history,
        processors,
        readRemote: holders.readRemote,
        publicUrl: config.publicUrl,
        beginCreation: creation.begin,
        beginChange: change.begin,
        beginAdvance: advance.begin,
        beginLink: link.begin,
        reencode,
        draw: drawing.draw,
        beginOutside: outside.begin,
        beginCreditNote: creditNote.begin,
      }),
      rpcs: [
        rpcService(grpcServices.billing.service, {
          ...gateRpcs({ db }),
          ...customerRpcs({ db }),
          ...moneyBackRpcs({ db }),
          ...paymentRpcs({ db, publicUrl: config.publicUrl }),
          ...correspondenceRpcs({
            ...{ db, accounts, reencode, draw: drawing.draw },
            publicUrl: config.publicUrl,
          }),
        }),
      ],
    };
  },
});
