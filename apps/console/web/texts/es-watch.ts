import type { enWatch } from './en-watch.ts';

export const esWatch: typeof enWatch = {
  suspendReason: 'Motivo (visible para los usuarios de la cuenta)',
  onlyRead: 'Esta cuenta es de solo lectura: está suspendida o aún no se ha abierto.',
  requests: 'Solicitudes',
  requestsSay:
    'Solicitudes que cambiaron algo o fueron rechazadas. Las lecturas no se registran: cada una costaría tanto como una escritura.',
  processorsHere: 'Procesadores de pago',
  settledRead: 'Liquidaciones leídas:',
  reconciliations: 'Conciliaciones',
  reconciliationsSay:
    'Liquidaciones de los procesadores de los últimos siete días, comparadas con los datos de Florin.',
};
