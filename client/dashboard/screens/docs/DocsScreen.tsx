import { useEffect, useRef } from 'react';
import { Link, NavLink, useParams } from 'react-router-dom';
import { NotFound } from '../../relay/Failure.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { showCurrent } from '../../ui/lists/show-current.ts';
import { useDocumentTitle } from '../../ui/use-document-title.ts';
import { docsWords } from '../../generated/words/docs.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { docPages } from './doc-pages.ts';
import { docPicture, pictureSize, type PicturedSlug } from './doc-pictures.ts';
import { docTexts } from './doc-texts.tsx';
import styles from './DocsScreen.module.css';

export default function DocsScreen() {
  const w = useWords(docsWords);
  const { slug } = useParams();
  const index = docPages.findIndex((page) => page.slug === slug);
  const page = docPages[index];
  const contents = useRef<HTMLElement>(null);
  useEffect(() => showCurrent(contents.current), [slug]);
  useDocumentTitle(page ? w.titleOf({ page: page.title }) : w.title);
  if (!page) return <NotFound />;
  const next = docPages[index + 1];
  const Text = docTexts[page.slug];
  return (
    <div className={styles.docs}>
      <nav ref={contents} className={styles.contents} aria-label={w.title}>
        {docPages.map(({ slug: other, title }) => (
          <NavLink key={other} to={`/projects/docs/${other}`}>
            {title}
          </NavLink>
        ))}
      </nav>
      <article className={styles.article}>
        <PageHeader title={page.title} />
        <p className={styles.lead}>{page.lead}</p>
        {page.slug in w.pictures && <Picture slug={page.slug as PicturedSlug} />}
        <Text />
        {next && (
          <p className={styles.next}>
            {w.next} <Link to={`/projects/docs/${next.slug}`}>{next.title}</Link>
          </p>
        )}
      </article>
    </div>
  );
}

/** Of the product in the colours that are shown; the other one is not fetched. */
function Picture({ slug }: { slug: PicturedSlug }) {
  const { pictures } = useWords(docsWords);
  return (
    <figure className={styles.picture}>
      {(['light', 'dark'] as const).map((scheme) => (
        <img
          key={scheme}
          data-scheme={scheme}
          src={docPicture(slug, scheme)}
          alt={pictures[slug]}
          loading="lazy"
          {...pictureSize}
        />
      ))}
    </figure>
  );
}
