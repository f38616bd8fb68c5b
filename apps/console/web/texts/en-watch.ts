/** What developers and whoever runs Florin read: requests, processors, what was decided on and why. */
export const enWatch = {
  suspendReason: 'Why (the people of the account read it too)',
};
