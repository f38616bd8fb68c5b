/** English texts for developers and operators: requests, processors, reconciliations. */
export const enWatch = {
  suspendReason: 'Reason (visible to the users of the account)',
  onlyRead: 'This account is read-only: it is suspended or not yet open.',
  requests: 'Requests',
  requestsSay:
    'Requests that changed something or were refused. Reads are not recorded: each would cost as much as a write.',
  processorsHere: 'Payment processors',
  settledRead: 'Settlement reports read:',
  reconciliations: 'Reconciliations',
  reconciliationsSay:
    'Processor settlements of the last seven days, compared with Florin’s records.',
};
