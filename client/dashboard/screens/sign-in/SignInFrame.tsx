import type { FormEvent, ReactNode } from 'react';
import { ConnectionBanner } from '../shell/ConnectionBanner.tsx';
import { LanguageSwitch } from '../../ui/LanguageSwitch.tsx';
import { Logo } from '../../ui/Logo.tsx';
import { Wave } from '../../ui/player/Wave.tsx';
import { signInWords } from '../../generated/words/signIn.ts';
import { useWords } from '../../words/word-catalogue.ts';
import styles from './SignInScreen.module.css';

interface SignInFrameProps {
  heading: string;
  failure?: string | null;
  onSubmit?: (event: FormEvent<HTMLFormElement>) => void;
  children: ReactNode;
}

/** Frame of all screens before sign-in. */
export function SignInFrame({ heading, failure, onSubmit, children }: SignInFrameProps) {
  const w = useWords(signInWords);
  const content = (
    <>
      <p className={styles.brand}>
        <Logo size={34} /> Parlance
      </p>
      <h1>{heading}</h1>
      {failure && (
        <p className={styles.failure} role="alert">
          {failure}
        </p>
      )}
      {children}
      <LanguageSwitch />
    </>
  );
  return (
    <div className={styles.page}>
      <header className={styles.art}>
        <Wave bars={46} />
        <p>{w.claim}</p>
      </header>
      <main className={styles.main}>
        <ConnectionBanner />
        {onSubmit ? (
          <form className={styles.form} onSubmit={onSubmit}>
            {content}
          </form>
        ) : (
          <div className={styles.form}>{content}</div>
        )}
      </main>
    </div>
  );
}
