import { IconArrowRight } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { excerpt } from '../../ui/format.ts';
import { dashboardWords } from '../../generated/words/dashboard.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { firstDocPages } from '../docs/doc-pages.ts';
import { CardArt } from './CardArt.tsx';
import styles from './DashboardScreen.module.css';

/** How it works, in four pages of the documentation (specification, document 1, section 2). */
export default function DocumentationCards() {
  const w = useWords(dashboardWords);
  return (
    <ul className={styles.cards}>
      {firstDocPages.map(({ slug, title, lead }) => (
        <li key={slug} className={styles.card}>
          <CardArt slug={slug} />
          <div className={styles.text}>
            <h3>{title}</h3>
            <p>{excerpt(lead)}</p>
            <Link to={`/projects/docs/${slug}`} className={styles.more} aria-label={w.readAbout({ title })}>
              {w.read} <IconArrowRight size={15} />
            </Link>
          </div>
        </li>
      ))}
    </ul>
  );
}
