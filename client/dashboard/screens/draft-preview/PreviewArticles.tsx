import { Link } from 'react-router-dom';
import { draftPreviewWords } from '../../generated/words/draftPreview.ts';
import { StatusBadge } from '../../ui/lists/StatusBadge.tsx';
import { useWords } from '../../words/word-catalogue.ts';
import { SentencePreview } from './SentencePreview.tsx';
import styles from './DraftPreview.module.css';
import type { DraftPreview, DraftPreviewInput } from './use-draft-preview.ts';

type ArticlePreview = DraftPreview['articles'][number];

/** Shows the articles that would change, with their sentences as they are spoken before and after. */
export function PreviewArticles({
  preview: { articles, changed, done },
  draft,
}: {
  preview: DraftPreview;
  draft: DraftPreviewInput;
}) {
  const w = useWords(draftPreviewWords);
  if (articles.length === 0) return null;
  return (
    <section className={styles.part} aria-label={w.sentences}>
      <h3>{w.sentences}</h3>
      {articles.map((one) => (
        <Article key={one.article.id} draft={draft} one={one} />
      ))}
      {done && changed > articles.length && (
        <p className={styles.hint}>{w.moreArticles({ count: changed - articles.length })}</p>
      )}
    </section>
  );
}

function Article({
  draft,
  one: { article, status, changed, sentences },
}: {
  draft: DraftPreviewInput;
  one: ArticlePreview;
}) {
  const w = useWords(draftPreviewWords);
  const title = article.title || w.untitled;
  const sides = [
    ['before', 'beforeCode', w.before],
    ['after', 'afterCode', w.after],
  ] as const;
  return (
    <article className={styles.article} aria-label={title} data-testid="previewed-article">
      <h4>
        <Link to={`/projects/${article.project.databaseId}/1/article/${article.databaseId}`}>{title}</Link>
        {status && <StatusBadge status={status.toUpperCase()} />}
      </h4>
      <ol className={styles.sentences}>
        {sentences.map((sentence, index) => (
          <li key={sentence.afterCode ?? sentence.beforeCode ?? index}>
            {sides.map(([side, code, label]) => (
              <div key={side} className={styles.side} data-side={side}>
                <span className={styles.label}>{label}</span>
                <p>{sentence[side] ?? <em>{w.notSaid}</em>}</p>
                {sentence[code] && (
                  <SentencePreview
                    draft={draft}
                    article={article.id}
                    code={sentence[code]}
                    label={`${label}: ${sentence[side]}`}
                  />
                )}
              </div>
            ))}
          </li>
        ))}
      </ol>
      {changed > sentences.length && (
        <p className={styles.hint}>{w.moreSentences({ count: changed - sentences.length })}</p>
      )}
    </article>
  );
}
