/** Made-up camt.053 statements. */
export const bytesOf = (text: string) => new TextEncoder().encode(text);

export interface CamtParts {
  readonly version?: '02' | '08';
  readonly id?: string;
  readonly entries?: string;
  /** Text before the document. */
  readonly head?: string;
}

export function camt({
  version = '08',
  id = 'STMT-7',
  entries = credit(),
  head = '<?xml version="1.0" encoding="UTF-8"?>',
}: CamtParts = {}): string {
  return `${head}
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.${version}">
<BkToCstmrStmt>
<GrpHdr><MsgId>M1</MsgId><CreDtTm>2026-11-20T23:59:00</CreDtTm></GrpHdr>
<Stmt>
<Id>${id}</Id>
<Acct><Id><IBAN>DE89 3704 0044 0532 0130 00</IBAN></Id><Ccy>EUR</Ccy></Acct>
${entries}
</Stmt>
</BkToCstmrStmt>
</Document>`;
}

export interface CreditParts {
  readonly version?: '02' | '08';
  readonly amount?: string;
  readonly currency?: string;
  readonly text?: string;
  readonly bankReference?: string;
  readonly status?: string;
  readonly details?: string;
}

export function credit({
  version = '08',
  amount = '12.30',
  currency = 'EUR',
  text = 'Order 7',
  bankReference = 'BANK-1',
  status = 'BOOK',
  details = payment({ version, text }),
}: CreditParts = {}): string {
  return `<Ntry>
<Amt Ccy="${currency}">${amount}</Amt>
<CdtDbtInd>CRDT</CdtDbtInd>
<Sts>${version === '02' ? status : `<Cd>${status}</Cd>`}</Sts>
<BookgDt><Dt>2026-11-20</Dt></BookgDt>
${bankReference === '' ? '' : `<AcctSvcrRef>${bankReference}</AcctSvcrRef>`}
<NtryDtls>${details}</NtryDtls>
</Ntry>`;
}

export function payment({
  version = '08',
  text = 'Order 7',
  amount = '',
  reference = '',
  name = 'Grace Hopper',
}: {
  version?: '02' | '08';
  text?: string;
  amount?: string;
  reference?: string;
  name?: string;
} = {}): string {
  const party = version === '02' ? `<Nm>${name}</Nm>` : `<Pty><Nm>${name}</Nm></Pty>`;
  const structured = `<Strd><CdtrRefInf><Ref>${reference}</Ref></CdtrRefInf></Strd>`;
  return `<TxDtls>
<Refs><EndToEndId>E2E-1</EndToEndId></Refs>
${amount === '' ? '' : `<Amt Ccy="EUR">${amount}</Amt>`}
<RltdPties>
<Dbtr>${party}</Dbtr>
<DbtrAcct><Id><IBAN>FR1420041010050500013M02606</IBAN></Id></DbtrAcct>
</RltdPties>
<RmtInf>${text === '' ? '' : `<Ustrd>${text}</Ustrd>`}${reference === '' ? '' : structured}</RmtInf>
</TxDtls>`;
}
