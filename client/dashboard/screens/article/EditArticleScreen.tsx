import '../../ui/forms/forms.css';
import { IconArrowLeft } from '@tabler/icons-react';
import { useState } from 'react';
import { graphql, usePreloadedQuery } from 'react-relay';
import { Link, useLocation, useParams } from 'react-router-dom';
import type { EditArticleScreenQuery } from '../../__generated__/EditArticleScreenQuery.graphql.ts';
import { useLoadedQuery } from '../../relay/loaded-query.ts';
import { NotFound } from '../../relay/Failure.tsx';
import { useDocumentTitle } from '../../ui/use-document-title.ts';
import { articleWords } from '../../generated/words/article.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { ArticleEvents } from './history/ArticleEvents.tsx';
import styles from './ArticleScreens.module.css';
import { EditArticleForm } from './EditArticleForm.tsx';

export default function EditArticleScreen() {
  const w = useWords(articleWords);
  const { article } = usePreloadedQuery<EditArticleScreenQuery>(
    graphql`
    query EditArticleScreenQuery($id: ID!) @preloadable @throwOnFieldError {
      article(id: $id) {
        id
        title
        project {
          databaseId
          name
        }
        ...EditArticleForm_article
      }
    }
  `,
    useLoadedQuery<EditArticleScreenQuery>(),
  );
  /** Article that was deleted while it was open. The typed text stays so that it can be copied. */
  const [gone, setGone] = useState<string | null>(null);
  const { id: project, page = '' } = useParams();
  const { search = '' } = (useLocation().state ?? {}) as { search?: string };
  useDocumentTitle(article ? w.document({ title: article.title }) : w.notFound);
  // The address of another project does not lead to it.
  if (!article || String(article.project.databaseId) !== project) return <NotFound what="article" />;
  const back = `/projects/${project}${page ? `/${page}` : ''}${search}`;
  return (
    <>
      <Link to={back} className={styles.back}>
        <IconArrowLeft size={15} /> {article.project.name}
      </Link>
      <ArticleEvents key={article.id} id={article.id} onDeleted={() => setGone(article.id)} />
      {gone === article.id && (
        <p className={styles.error} role="alert">
          {w.gone}
        </p>
      )}
      <EditArticleForm key={`form${article.id}`} article={article} back={back} />
    </>
  );
}
