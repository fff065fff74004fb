import { Button } from '@mantine/core';
import { copyText } from '../../ui/copy-text.ts';
import { notify } from '../../ui/messages.ts';
import { profileWords } from '../../generated/words/profile.ts';
import { useWords } from '../../words/word-catalogue.ts';
import styles from './ProfileScreen.module.css';

interface RecoveryCodesProps {
  codes: readonly string[];
  /** Called when the user confirms that the codes are stored. */
  onKept: () => void;
}

/** Recovery codes, which are shown this once. */
export function RecoveryCodes({ codes, onKept }: RecoveryCodesProps) {
  const { secondFactor: w } = useWords(profileWords);
  const text = codes.join('\n');
  return (
    <div className={styles.fields}>
      <p role="status">{w.codesAbout}</p>
      <pre className={styles.codes}>{text}</pre>
      <div className={styles.buttons}>
        <Button
          variant="default"
          onClick={() => void copyText(text).then((done) => done && notify(w.copied, 2000))}
        >
          {w.copy}
        </Button>
        <Button onClick={onKept}>{w.kept}</Button>
      </div>
    </div>
  );
}
