import type { enWatch } from './en-watch.ts';

export const esWatch: typeof enWatch = {
  suspendReason: 'Por qué (también lo leen las personas de la cuenta)',
  onlyRead: 'Suspendida o aún sin abrir: esta cuenta es de solo lectura.',
  requests: 'Solicitudes',
  requestsSay:
    'Todo lo que cambió algo o fue rechazado. Las lecturas no dejan registro: cada una costaría tanto como una escritura.',
  processorsHere: 'Quién cobra los pagos',
  settledRead: 'Liquidaciones leídas:',
  reconciliations: 'Conciliaciones',
  reconciliationsSay:
    'Lo que los procesadores liquidaron en siete días, junto a lo que Florin sabe de ello.',
};
