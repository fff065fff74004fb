import { graphql, useFragment } from 'react-relay';
import { Link } from 'react-router-dom';
import type { TextOrigin_article$key } from '../../__generated__/TextOrigin_article.graphql.ts';
import { articleWords } from '../../generated/words/article.ts';
import { useWords } from '../../words/word-catalogue.ts';
import styles from './ArticleScreens.module.css';

/** A text that was read from a page with less confidence is to be looked at. */
const doubtful = 0.75;

/** Says where an article's text is from: a page that was hard to read, or another project. */
export function TextOrigin({ article: key }: { article: TextOrigin_article$key }) {
  const article = useFragment(
    graphql`
    fragment TextOrigin_article on Article {
      url
      confidence
      isUnsure
      followsOriginal
      duplicateOf {
        databaseId
        title
        project {
          databaseId
          name
        }
      }
      project {
        databaseId
        canConfigure
      }
    }
  `,
    key,
  );
  const w = useWords(articleWords);
  const { url, project } = article;
  return (
    <>
      {article.confidence !== null &&
        article.confidence !== undefined &&
        (article.isUnsure || article.confidence < doubtful) && (
          <p className={styles.held} role="status">
            {w.page.doubtful({ percent: Math.round(100 * article.confidence) })}{' '}
            {url && project.canConfigure && (
              <Link to={`/projects/${project.databaseId}/settings?page=${encodeURIComponent(url)}#parsing`}>
                {w.page.leftOut}
              </Link>
            )}
          </p>
        )}
      {article.duplicateOf && (
        <p className={styles.held}>
          <span>
            {w.duplicateOf({
              title: article.duplicateOf.title,
              project: article.duplicateOf.project.name,
              original: (text) => (
                <Link
                  to={`/projects/${article.duplicateOf!.project.databaseId}/articles/${article.duplicateOf!.databaseId}`}
                >
                  {text}
                </Link>
              ),
            })}{' '}
            {article.followsOriginal ? w.duplicateFollows : w.duplicateEdited}
          </span>
        </p>
      )}
    </>
  );
}
