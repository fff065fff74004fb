import { keyCaps, type Keys } from '../../ui/command-keys.ts';
import { paletteWords } from '../../generated/words/palette.ts';
import { useWords } from '../../words/word-catalogue.ts';
import styles from './KeyCaps.module.css';

/** Keys as they look on a keyboard. */
export function KeyCaps({ keys }: { keys: Keys }) {
  const w = useWords(paletteWords);
  return (
    <span className={styles.keys}>
      {keyCaps(keys, w.keys).map((cap) => (
        <kbd key={cap}>{cap}</kbd>
      ))}
    </span>
  );
}
