import { paywallWords } from '../../generated/words/paywall.ts';
import { useWords } from '../../words/word-catalogue.ts';
import MissingTeasers from '../project/sources/MissingTeasers.tsx';
import styles from './SettingsForm.module.css';

/**
 * Offers teasers of the articles that have none for the paywall; as long as the paywall itself is not kept,
 * says that they can be made afterwards. @param saved whether the paywall is up
 */
export default function TeaserOffer({ project, saved }: { project: string; saved: boolean }) {
  const w = useWords(paywallWords).teasers;
  return saved ? <MissingTeasers project={project} /> : <p className={styles.hint}>{w.afterSave}</p>;
}
