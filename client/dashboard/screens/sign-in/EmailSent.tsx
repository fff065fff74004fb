import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import { LinkOutcome } from './LinkOutcome.tsx';
import styles from './SignInScreen.module.css';

interface EmailSentProps {
  email: string;
  words: {
    sentHeading: string;
    sent: (values: { email: string }) => string;
    sentHint: string;
    again: string;
    toSignIn: string;
  };
  onAgain: () => void;
}

/** Shows that an email with a link was sent, and what to do if it does not arrive. */
export function EmailSent({ email, words: w, onAgain }: EmailSentProps) {
  return (
    <LinkOutcome heading={w.sentHeading} text={w.sent({ email })}>
      <p className={styles.hint}>{w.sentHint}</p>
      <Button variant="default" size="md" onClick={onAgain}>
        {w.again}
      </Button>
      <Link to="/">{w.toSignIn}</Link>
    </LinkOutcome>
  );
}
