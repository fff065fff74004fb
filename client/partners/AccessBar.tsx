import { useId, useState, type FormEvent } from 'react';
import { useWords } from '../dashboard/words/word-catalogue.ts';
import type { Caller } from './caller.ts';
import { partnerWords } from '../dashboard/generated/words/partner.ts';

interface AccessBarProps {
  token: string | null;
  caller: Caller;
  onToken(token: string | null): void;
  onAskAgain(): void;
}

/** Whom the server takes the reader for, and where a token is entered. */
export function AccessBar({ token, caller, onToken, onAskAgain }: AccessBarProps) {
  const { access: w, tryAgain } = useWords(partnerWords);
  const [typed, setTyped] = useState('');
  const field = useId();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const secret = typed.trim().replace(/^Bearer\s+/i, '');
    if (!secret) return;
    setTyped('');
    // The same token once more: its rights may have changed.
    if (secret === token) onAskAgain();
    else onToken(secret);
  };
  return (
    <section className="access" aria-label={w.label}>
      <p role="status" data-kind={caller.kind}>
        <Who caller={caller} byToken={token !== null} />
        {caller.kind === 'unreachable' && (
          <button type="button" onClick={onAskAgain}>
            {tryAgain}
          </button>
        )}
      </p>
      <form onSubmit={submit}>
        {token === null ? (
          <>
            <label htmlFor={field}>{w.token}</label>
            <input
              id={field}
              type="password"
              autoComplete="off"
              spellCheck={false}
              placeholder={w.tokenHint}
              title={w.kept}
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
            <button type="submit">{w.use}</button>
          </>
        ) : (
          <button type="button" onClick={() => onToken(null)}>
            {w.forget}
          </button>
        )}
      </form>
    </section>
  );
}

function Who({ caller, byToken }: { caller: Caller; byToken: boolean }) {
  const { access: w, unreachable } = useWords(partnerWords);
  switch (caller.kind) {
    case 'asking':
      return w.asking;
    case 'unreachable':
      return unreachable;
    case 'refused':
      return w.refused({ message: caller.message });
    case 'person':
      return byToken ? w.personByToken({ name: caller.name }) : w.person({ name: caller.name });
    case 'program':
      return caller.organizations.length > 0
        ? w.program({ organizations: caller.organizations.join(', ') })
        : w.projectKey;
    case 'nobody':
      return w.nobody({ signIn: (text) => <a href="/">{text}</a> });
  }
}
