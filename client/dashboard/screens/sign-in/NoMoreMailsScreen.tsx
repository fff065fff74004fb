import { Button } from '@mantine/core';
import { useEffect, useState, type FormEvent } from 'react';
import { Link } from 'react-router-dom';
import { useDocumentTitle } from '../../ui/use-document-title.ts';
import { signInWaysWords } from '../../generated/words/signInWays.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { SignInFrame } from './SignInFrame.tsx';

/** Where the link of a mail leads whose reader wants no more of the kind. Who only looks changes nothing. */
export default function NoMoreMailsScreen() {
  const { noMails: w } = useWords(signInWaysWords);
  useDocumentTitle(w.document);
  const [about] = useState(() => location.hash.slice(1));
  const [state, setState] = useState<'asking' | 'done' | 'bad'>(about ? 'asking' : 'bad');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(() => history.replaceState(history.state, '', location.pathname), []);
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
      <SignInFrame heading={state === 'done' ? w.doneHeading : w.badHeading}>
        <p role="status">{state === 'done' ? w.done : w.bad}</p>
        <Link to="/">{w.toSignIn}</Link>
      </SignInFrame>
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
