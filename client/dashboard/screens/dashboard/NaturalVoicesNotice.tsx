import { Link } from 'react-router-dom';
import { siteOnboardingWords } from '../../generated/words/siteOnboarding.ts';
import { useWords } from '../../words/word-catalogue.ts';
import styles from './DashboardScreen.module.css';

/** Tells administrators, before the first project, how to get better voices than the built-in ones. */
export default function NaturalVoicesNotice() {
  const w = useWords(siteOnboardingWords).naturalVoices;
  return (
    <p className={styles.naturalVoices}>
      {w.text} <Link to="/projects/providers">{w.link}</Link>
    </p>
  );
}
