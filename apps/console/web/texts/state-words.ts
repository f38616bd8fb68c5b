/**
 * Labels of states in the gender of their object, as `<object>:<state>`, where they differ from the
 * general label: an invoice is `Payée`, a payment `Payé`.
 */
export const stateWords: readonly (readonly [string, string, string, string])[] = [
  ['account:active', 'Aktiv', 'Actif', 'Activa'],
  ['account:pending', 'Nicht freigeschaltet', 'Non activé', 'Sin activar'],
  ['account:suspended', 'Gesperrt', 'Suspendu', 'Suspendida'],
  ['account:closed', 'Geschlossen', 'Fermé', 'Cerrada'],
  ['subscription:active', 'Aktiv', 'Actif', 'Activa'],
  ['subscription:past_due', 'Zahlung überfällig', 'Paiement en retard', 'Impagada'],
  ['subscription:canceled', 'Gekündigt', 'Résilié', 'Cancelada'],
  ['subscription:expired', 'Abgelaufen', 'Expiré', 'Caducada'],
  ['invoice:open', 'Offen', 'À payer', 'Pendiente'],
  ['invoice:paid', 'Bezahlt', 'Payée', 'Pagada'],
  ['invoice:void', 'Storniert', 'Annulée', 'Anulada'],
  ['transaction:succeeded', 'Erfolgreich', 'Réussie', 'Realizada'],
  ['transaction:failed', 'Fehlgeschlagen', 'Échouée', 'Fallida'],
  ['transaction:canceled', 'Abgebrochen', 'Annulée', 'Cancelada'],
  ['dispute:won', 'Gewonnen', 'Gagné', 'Ganada'],
  ['dispute:lost', 'Verloren', 'Perdu', 'Perdida'],
  ['payout:paid', 'Angekommen', 'Effectué', 'Realizada'],
  ['payout:failed', 'Fehlgeschlagen', 'Échoué', 'Fallida'],
  ['export:succeeded', 'Fertig', 'Prêt', 'Lista'],
  ['export:failed', 'Fehlgeschlagen', 'Échoué', 'Fallida'],
  ['invitation:expired', 'Abgelaufen', 'Expirée', 'Caducada'],
  ['webhook_delivery:delivered', 'Zugestellt', 'Livrée', 'Entregada'],
  ['webhook_delivery:dead', 'Aufgegeben', 'Abandonnée', 'Abandonada'],
  ['payment_attempt:succeeded', 'Erfolgreich', 'Réussie', 'Realizado'],
  ['payment_attempt:declined', 'Abgelehnt', 'Refusée', 'Rechazado'],
  ['audit_entry:done', 'Ausgeführt', 'Effectuée', 'Realizada'],
  ['audit_entry:refused', 'Abgelehnt', 'Refusée', 'Rechazada'],
];
