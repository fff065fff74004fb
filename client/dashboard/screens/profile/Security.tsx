import { lazy } from 'react';
import { Part } from '../../relay/Part.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { Bar } from '../../ui/lists/Skeletons.tsx';
import { profileWords } from '../../generated/words/profile.ts';
import { withWords } from '../../words/words-part.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { ChangePassword } from './ChangePassword.tsx';
import { Identities } from './Identities.tsx';
import { Sessions } from './Sessions.tsx';
import { SignOutEverywhere } from './SignOutEverywhere.tsx';
import styles from './ProfileScreen.module.css';

/** Loaded when it is looked at: it draws QR codes. */
const SecondFactor = lazy(() => withWords(import('./SecondFactor.tsx')));

/** Loaded when it is looked at, too: it speaks to devices. */
const Passkeys = lazy(() => withWords(import('./Passkeys.tsx')));

/** How one signs in, and where one is signed in. */
export function Security({ email }: { email: string }) {
  const w = useWords(profileWords);
  return (
    <>
      <Panel title={w.password.title}>
        <ChangePassword email={email} />
      </Panel>
      <Panel title={w.passkeys.title}>
        <Part what={w.passkeys.what} waiting={<Bar height={60} />}>
          {(attempt) => <Passkeys attempt={attempt} />}
        </Part>
      </Panel>
      <Panel title={w.secondFactor.title}>
        <Part what={w.secondFactor.what} waiting={<Bar height={60} />}>
          {(attempt) => <SecondFactor attempt={attempt} />}
        </Part>
      </Panel>
      <Part what={w.identities.what}>{(attempt) => <Identities attempt={attempt} />}</Part>
      <Panel title={w.sessions.title}>
        <p className={styles.note}>{w.sessions.aboutList}</p>
        <Sessions />
        <SignOutEverywhere />
      </Panel>
    </>
  );
}
