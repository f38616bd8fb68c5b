import type { enBilling } from './en-billing.ts';

export const frBilling: typeof enBilling = {
  dunning: 'Paiements échoués',
  dunningDays: 'Jours après le premier échec',
  sayDunning:
    'Ce qui n’a pu être débité est tenté de nouveau au jour {days} ; si le dernier essai échoue aussi, l’abonnement est résilié. Les clients sans carte enregistrée reçoivent un rappel ces jours-là.',
  sayDunningOpen: 'Ce qui est déjà en retard suit les jours avec lesquels il a commencé.',
  dunningHint: 'Des jours croissants, chacun de 1 à 60, par exemple 1, 3, 5, 7.',
};
