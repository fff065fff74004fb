import type { ReactNode } from 'react';
import { studioWords } from '../../generated/words/studio.ts';
import { useDocumentTitle } from '../../ui/use-document-title.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { useStudio } from './studio-context.ts';
import styles from './Studio.module.css';
import { Usage } from './balance/Usage.tsx';

interface StudioPageProps {
  /** Of the document. */
  title: string;
  /** Below the usage, at the right. */
  panel?: ReactNode;
  children: ReactNode;
}

/** A screen of the studio, with what is used and what can be taken along at its right. */
export function StudioPage({ title, panel, children }: StudioPageProps) {
  const w = useWords(studioWords);
  const { studio } = useStudio();
  useDocumentTitle(w.document({ screen: title }));
  return (
    <div className={styles.page}>
      <main id="content" className={styles.content} tabIndex={-1}>
        {children}
      </main>
      <aside className={styles.panel} aria-label={w.panel}>
        <Usage studio={studio} />
        {panel}
      </aside>
    </div>
  );
}
