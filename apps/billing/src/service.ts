import { eventSources } from '@florin/contracts';
import { grpcServices } from '@florin/contracts/protos';
import { makeSaga, stuck } from '@florin/database';
import { deadLetterCommands, republish } from '@florin/events';
import { rpcService } from '@florin/grpc';
import { consume, defineService } from '@florin/service';
import manifest from '../package.json' with { type: 'json' };
import { openClients } from './clients.ts';
import { moneyBackRpcs } from './collection/money-back/rpcs.ts';
import { paymentLinkSaga } from './collection/payments/link.ts';
import { outsidePaymentSaga } from './collection/payments/outside.ts';
import { stopPayment } from './collection/payments/stop.ts';
import { type BillingConfig, readConfig } from './config.ts';
import { onEvents } from './consumers.ts';
import { customerRpcs } from './customers/rpcs.ts';
import { correspondenceRpcs } from './documents/correspondence/rpcs.ts';
import { makeReadRemote } from './documents/customer-data/peers.ts';
import { startDrawing } from './documents/drawing/pdf/draw.ts';
import { startReencoding } from './documents/logos/reencode.ts';
import { paymentRpcs } from './documents/public-links/payment-rpcs.ts';
import { creditNoteSaga } from './invoicing/credit-notes/saga.ts';
import { migrations } from './migrations/index.ts';
import { billingRoutes } from './routes.ts';
import type { BillingTables } from './schema.ts';
import { gateRpcs } from './selling/closing/rpcs.ts';
import { addOverdueMetrics } from './selling/due-work/metrics.ts';
import { creationSaga } from './selling/subscriptions/create.ts';
import { changeSaga } from './selling/subscriptions/update.ts';
import { advanceSaga } from './selling/test-clocks/advance.ts';
import { makeEngines } from './tax/engine/engines.ts';
import { addReportMetrics } from './tax/engine/metrics.ts';
import { makeOffices } from './tax/ids/offices.ts';
import { taxTable } from './tax/rates/command.ts';
import { addTaxTableMetrics } from './tax/rates/metrics.ts';
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
    const { accounts, ledger, history, processors, ...holders } = openClients(config, onClose);
    const findEngine = makeEngines(config, metrics, report('a tax engine did not respond'));
    const deps = { db, ledger, findEngine };
    const creation = makeSaga(db, creationSaga(deps));
    const change = makeSaga(db, changeSaga(deps));
    const advance = makeSaga(db, advanceSaga(deps));
    const link = makeSaga(db, paymentLinkSaga(deps));
    const outside = makeSaga(db, outsidePaymentSaga(deps));
    const creditNote = makeSaga(
      db,
      creditNoteSaga({
        ...{ db, processors },
        stopPayment: (invoice, requestId) => stopPayment(deps, invoice, requestId),
      }),
    );
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
        readRemote: makeReadRemote({ history, processors, ...holders }),
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
