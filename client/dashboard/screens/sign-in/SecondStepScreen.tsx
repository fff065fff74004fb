import { Button } from '@mantine/core';
import { useState } from 'react';
import { graphql } from 'react-relay';
import { Link, Navigate } from 'react-router-dom';
import type { SecondStepScreenQuery } from '../../__generated__/SecondStepScreenQuery.graphql.ts';
import { Part } from '../../relay/Part.tsx';
import { takeReturnPath } from '../../relay/return-path.ts';
import { useDocumentTitle } from '../../ui/use-document-title.ts';
import { signInWaysWords } from '../../generated/words/signInWays.ts';
import { useLanguage } from '../../words/language.ts';
import { dateLocale } from '../../words/formatters.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { AddPasskey } from '../profile/AddPasskey.tsx';
import { AuthenticatorSetup, useNewAuthenticator, type Setup } from '../profile/AuthenticatorSetup.tsx';
import { RecoveryCodes } from '../profile/RecoveryCodes.tsx';
import styles from './SecondStepScreen.module.css';
import { SignInFrame } from './SignInFrame.tsx';
import { useFreshQuery } from '../../relay/use-fresh-query.ts';

/**
 * Makes users who signed in with only a password set up a second step first, if an organization requires it.
 */
export default function SecondStepScreen() {
  const { secure: w } = useWords(signInWaysWords);
  useDocumentTitle(w.document);
  return (
    <SignInFrame heading={w.heading}>
      <Part what={w.what}>{(attempt) => <Choice attempt={attempt} />}</Part>
      <Link to="/logout">{w.signOut}</Link>
    </SignInFrame>
  );
}

function Choice({ attempt }: { attempt: number }) {
  const { secure: w } = useWords(signInWaysWords);
  const { secondFactorRequirement: demand } = useFreshQuery<SecondStepScreenQuery>(
    graphql`
    query SecondStepScreenQuery @throwOnFieldError {
      secondFactorRequirement {
        organizations
      }
    }
  `,
    {},
    attempt,
  );
  const language = useLanguage();
  const [way, setWay] = useState<'passkey' | Setup | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const [newAuthenticator, busy] = useNewAuthenticator();
  // The page reloads, so that no refused data remains.
  const go = () => location.replace(takeReturnPath());
  if (codes) return <RecoveryCodes codes={codes} onKept={go} />;
  if (!demand) return <Navigate to="/" replace />;
  const back = () => setWay(null);
  if (way === 'passkey')
    return (
      <AddPasskey
        onDone={(_, made) => (made.length > 0 ? setCodes(made) : go())}
        onCancel={back}
        cancel={w.back}
      />
    );
  if (way) return <AuthenticatorSetup setup={way} onDone={setCodes} onCancel={back} />;
  const organizations = new Intl.ListFormat(dateLocale(language), { type: 'conjunction' }).format(
    demand.organizations,
  );
  return (
    <>
      <p>{demand.organizations.length === 1 ? w.about({ organizations }) : w.aboutMany({ organizations })}</p>
      <section className={styles.way}>
        <h2>{w.passkey}</h2>
        <p>{w.passkeyAbout}</p>
        <Button onClick={() => setWay('passkey')}>{w.passkeyChoose}</Button>
      </section>
      <section className={styles.way}>
        <h2>{w.app}</h2>
        <p>{w.appAbout}</p>
        <Button variant="default" loading={busy} onClick={() => void newAuthenticator().then(setWay)}>
          {w.appChoose}
        </Button>
      </section>
    </>
  );
}
