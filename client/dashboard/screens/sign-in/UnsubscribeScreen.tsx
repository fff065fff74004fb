import { Button } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { Link } from 'react-router-dom';
import { useDocumentTitle } from '../../ui/use-document-title.ts';
import { signInWaysWords } from '../../generated/words/signInWays.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { LinkOutcome } from './LinkOutcome.tsx';
import { SignInFrame } from './SignInFrame.tsx';
import { useLinkSecret } from './use-link-secret.ts';

/** Screen of the unsubscribe link in emails. Opening it changes nothing. */
export default function UnsubscribeScreen() {
  const { noMails: w } = useWords(signInWaysWords);
  useDocumentTitle(w.document);
  const about = useLinkSecret();
  const [state, setState] = useState<'asking' | 'done' | 'bad'>(about ? 'asking' : 'bad');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setFailure(null);
    const status = await fetch(`/mail/unsubscribe?about=${about}`, { method: 'POST' }).then(
      (answer) => answer.status,
      () => 0,
    );
    setBusy(false);
    if (status === 200) setState('done');
    else if (status === 404) setState('bad');
    else setFailure(w.failed);
  };
  if (state !== 'asking')
    return (
      <LinkOutcome
        heading={state === 'done' ? w.doneHeading : w.badHeading}
        text={state === 'done' ? w.done : w.bad}
      >
        <Link to="/">{w.toSignIn}</Link>
      </LinkOutcome>
    );
  return (
    <SignInFrame heading={w.heading} failure={failure} onSubmit={(event) => void submit(event)}>
      <p>{w.about}</p>
      <Button type="submit" size="md" loading={busy} autoFocus>
        {w.confirm}
      </Button>
    </SignInFrame>
  );
}
