import { Button } from '@mantine/core';
import { IconListCheck, IconRefreshDot, IconTrash } from '@tabler/icons-react';
import { lazy, Suspense, useState, type RefObject } from 'react';
import { graphql, useFragment } from 'react-relay';
import type { ArticleActions_article$key } from '../../__generated__/ArticleActions_article.graphql.ts';
import type { ArticleActionsRecrawlMutation } from '../../__generated__/ArticleActionsRecrawlMutation.graphql.ts';
import { articleWords } from '../../generated/words/article.ts';
import { useAction } from '../../relay/use-action.ts';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { notify } from '../../ui/messages.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { withWords } from '../../words/words-part.ts';
import styles from './ArticleScreens.module.css';
import { DeleteArticle } from './DeleteArticle.tsx';

/** Its words come with it. */
const WordEntry = lazy(() => withWords(import('../dictionaries/entries/WordEntry.tsx')));

const recrawlShown = 4000;

interface ArticleActionsProps {
  article: ArticleActions_article$key;
  /** Where words are selected that go into a dictionary. */
  form: RefObject<HTMLFormElement | null>;
  onDeleted: () => void;
}

/** Actions on an article other than editing. */
export function ArticleActions({ article: key, form, onDeleted }: ArticleActionsProps) {
  const article = useFragment(
    graphql`
    fragment ArticleActions_article on Article {
      id
      databaseId
      url
      canEdit
      project {
        id
        databaseId
        entitlements
        roles
      }
      ...DeleteArticle_article
    }
  `,
    key,
  );
  const w = useWords(articleWords);
  const [deleting, setDeleting] = useState(false);
  const [recrawl, recrawling] = useAction<ArticleActionsRecrawlMutation>(recrawlMutation);
  const { project } = article;
  const mayReview = project.entitlements.includes('QA') || project.roles.includes('QA');
  const forceRecrawl = async () => {
    if ((await recrawl({ input: { id: article.id } })).ok) notify(w.recrawlSoon, recrawlShown);
  };
  return (
    <>
      <div className={styles.buttons}>
        {article.canEdit && (
          <Button
            variant="default"
            leftSection={<IconRefreshDot size={16} />}
            loading={recrawling}
            disabled={!article.url}
            onClick={() => void forceRecrawl()}
          >
            {w.recrawl}
          </Button>
        )}
        {article.canEdit && (
          <Suspense>
            <WordEntry project={project.id} within={form} />
          </Suspense>
        )}
        {mayReview && (
          <LinkButton
            variant="default"
            icon={<IconListCheck size={16} />}
            to={`/projects/${project.databaseId}/qa/${article.databaseId}/edit`}
          >
            {w.review}
          </LinkButton>
        )}
        {article.canEdit && (
          <Button
            className={styles.end}
            variant="subtle"
            color="red"
            leftSection={<IconTrash size={16} />}
            onClick={() => setDeleting(true)}
          >
            {w.delete}
          </Button>
        )}
      </div>
      <DeleteArticle
        article={article}
        opened={deleting}
        onClose={() => setDeleting(false)}
        onDeleted={onDeleted}
      />
    </>
  );
}

const recrawlMutation = graphql`
  mutation ArticleActionsRecrawlMutation($input: RecrawlArticleInput!) {
    result: recrawlArticle(input: $input) {
      __typename
      ... on RecrawlArticleSuccess {
        article {
          recrawlAt
        }
      }
      ...useAction_failure @alias(as: "failure")
    }
  }
`;
