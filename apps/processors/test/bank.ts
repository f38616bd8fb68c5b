import { newId } from '@florin/contracts';

/** A movement on a bank statement. */
export interface Movement {
  /** Cents. */
  readonly amount: bigint;
  readonly text: string;
  readonly isDebit?: boolean;
  readonly isReversal?: boolean;
  /** The bank's id; equal ids are the same movement. Null if there is none. */
  readonly name?: string | null;
  /** YYYY-MM-DD. */
  readonly day?: string;
}

/** A made-up bank statement (camt.053.001.08). */
export function statementOf(movements: readonly Movement[], id = 'STMT-7'): Buffer {
  return Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt>
<GrpHdr><MsgId>M1</MsgId><CreDtTm>2026-11-20T23:59:00</CreDtTm></GrpHdr>
<Stmt><Id>${id}</Id><Acct><Id><IBAN>DE89370400440532013000</IBAN></Id><Ccy>EUR</Ccy></Acct>
${movements.map(entryOf).join('\n')}
</Stmt></BkToCstmrStmt></Document>`);
}

function entryOf({ amount, text, isDebit, isReversal, ...movement }: Movement): string {
  const { name = newId(), day = '2026-11-20' } = movement;
  const cents = String(amount).padStart(3, '0');
  const side = isDebit ? 'DBIT' : 'CRDT';
  return `<Ntry><Amt Ccy="EUR">${cents.slice(0, -2)}.${cents.slice(-2)}</Amt><CdtDbtInd>${side}</CdtDbtInd>
${isReversal ? '<RvslInd>true</RvslInd>' : ''}<Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>${day}</Dt></BookgDt>
${name === null ? '' : `<AcctSvcrRef>${name}</AcctSvcrRef>`}<NtryDtls><TxDtls>
<RltdPties><Dbtr><Pty><Nm>Grace Hopper</Nm></Pty></Dbtr></RltdPties>
<RmtInf><Ustrd>${text}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`;
}
