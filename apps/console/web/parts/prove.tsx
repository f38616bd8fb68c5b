import { useState } from 'preact/hooks';
import { florin } from '../core/api.ts';
import { prefer, preferred } from '../core/preferences.ts';
import { fill, texts } from '../texts/index.ts';
import { Problem } from './problem.tsx';

/** Accounts verified per request. */
const AT_ONCE = 200;

const PROVED_AT = 'books_proved_at';
const LATELY_MS = 86_400_000;

/** Whether this browser verified the whole ledger within a day. */
export function isProvedLately(): boolean {
  return Date.now() - Date.parse(preferred(PROVED_AT) ?? '1970-01-01') < LATELY_MS;
}

interface Counted {
  readonly accounts: number;
  readonly transactions: number;
  readonly entries: number;
}

type Proof =
  | { readonly is: 'counting'; readonly counted: Counted }
  | { readonly is: 'proved'; readonly counted: Counted }
  | { readonly is: 'broken'; readonly found: string }
  | { readonly is: 'failed'; readonly error: unknown };

/** Verifies the ledger of one account or of all, part by part, and shows the result. */
export function Prove({ accountId }: { readonly accountId?: string | undefined }) {
  const [proof, setProof] = useState<Proof | undefined>();
  const label = accountId === undefined ? texts().proveIt : texts().proveOne;
  return (
    <section aria-label={label}>
      <div class="buttons">
        <button
          type="button"
          disabled={proof?.is === 'counting'}
          onClick={() => void prove(setProof, accountId)}
        >
          {label}
        </button>
      </div>
      <div aria-live="polite">
        {proof && (
          <Answer
            proof={proof}
            proved={accountId === undefined ? texts().proved : texts().provedOne}
          />
        )}
      </div>
    </section>
  );
}

function Answer({ proof, proved }: { readonly proof: Proof; readonly proved: string }) {
  switch (proof.is) {
    case 'counting':
      return <p>{fill(texts().proving, { count: String(proof.counted.accounts) })}</p>;
    case 'proved':
      return <p class="proved">{fill(proved, inText(proof.counted))}</p>;
    case 'broken':
      return (
        <div class="problem" role="alert">
          <p>{texts().unproved}</p>
          <pre>{proof.found}</pre>
        </div>
      );
    case 'failed':
      return <Problem error={proof.error} />;
  }
}

async function prove(onProgress: (proof: Proof) => void, accountId?: string): Promise<void> {
  let counted: Counted = { accounts: 0, transactions: 0, entries: 0 };
  let from: string | undefined;
  try {
    do {
      onProgress({ is: 'counting', counted });
      const query = {
        ...(accountId === undefined ? { limit: AT_ONCE } : { account_id: accountId }),
        ...(from && { starting_after: from }),
      };
      const audit = await florin.get('/v1/audit', { query });
      const { checked, first_violation, next_account_id } = audit;
      counted = {
        accounts: counted.accounts + checked.accounts,
        transactions: counted.transactions + checked.transactions,
        entries: counted.entries + checked.entries,
      };
      if (first_violation) {
        onProgress({ is: 'broken', found: JSON.stringify(first_violation, null, 2) });
        return;
      }
      from = next_account_id ?? undefined;
    } while (from !== undefined);
    if (accountId === undefined) prefer(PROVED_AT, new Date().toISOString());
    onProgress({ is: 'proved', counted });
  } catch (error) {
    onProgress({ is: 'failed', error });
  }
}

function inText({ accounts, transactions, entries }: Counted): Readonly<Record<string, string>> {
  return {
    ...{ accounts: String(accounts), transactions: String(transactions) },
    entries: String(entries),
  };
}
