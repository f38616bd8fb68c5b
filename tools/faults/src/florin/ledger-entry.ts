/** The setting of the launcher that names the file which names the ledger's entry file. */
export const LEDGER_ENTRY_VARIABLE = 'FAULTS_LEDGER_ENTRY_FILE';
