/** What developers and whoever runs Florin read: requests, processors, what was decided on and why. */
export const enWatch = {
  suspendReason: 'Why (the people of the account read it too)',
  onlyRead: 'Suspended, or not opened yet: this account is only read.',
  requests: 'Requests',
  requestsSay:
    'Whatever has changed something or was refused. Reads leave no entry: one for each would cost as much as a write.',
  processorsHere: 'Who takes payments',
  settledRead: 'Settlements read:',
  reconciliations: 'Reconciliations',
  reconciliationsSay:
    'What processors have settled within seven days, beside what Florin knows of it.',
};
