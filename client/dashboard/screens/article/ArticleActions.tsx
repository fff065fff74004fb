import { Menu } from '@mantine/core';
import { IconListCheck, IconRefreshDot, IconTrash } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { graphql, useFragment } from 'react-relay';
import type { ArticleActions_article$key } from '../../__generated__/ArticleActions_article.graphql.ts';
import type { ArticleActionsRecrawlMutation } from '../../__generated__/ArticleActionsRecrawlMutation.graphql.ts';
import { articleWords } from '../../generated/words/article.ts';
import { useAction } from '../../relay/use-action.ts';
import { MenuButton } from '../../ui/dialogs/MenuButton.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { notify } from '../../ui/messages.ts';
import { useWords } from '../../words/word-catalogue.ts';
import styles from './ArticleScreens.module.css';
import { DeleteArticle } from './DeleteArticle.tsx';

const recrawlShown = 4000;

interface ArticleActionsProps {
  article: ArticleActions_article$key;
  onDeleted: () => void;
}

/** Actions on an article other than editing: its review, and in a menu what is rarely needed. */
export function ArticleActions({ article: key, onDeleted }: ArticleActionsProps) {
  const article = useFragment(
    graphql`
    fragment ArticleActions_article on Article {
      id
      databaseId
      url
      canEdit
      project {
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
  const trigger = useRef<HTMLButtonElement>(null);
  const [recrawl, recrawling] = useAction<ArticleActionsRecrawlMutation>(recrawlMutation);
  const { project } = article;
  const mayReview = project.entitlements.includes('QA') || project.roles.includes('QA');
  const forceRecrawl = async () => {
    if ((await recrawl({ input: { id: article.id } })).ok) notify(w.recrawlSoon, recrawlShown);
  };
  return (
    <>
      {mayReview && (
        <LinkButton
          variant="subtle"
          icon={<IconListCheck size={16} />}
          to={`/projects/${project.databaseId}/qa/${article.databaseId}/edit`}
        >
          {w.review}
        </LinkButton>
      )}
      {article.canEdit && (
        <Menu position="bottom-end" shadow="md" withInitialFocusPlaceholder={false}>
          <Menu.Target>
            <MenuButton ref={trigger} label={w.panel.more} />
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item
              leftSection={<IconRefreshDot size={16} />}
              disabled={!article.url || recrawling}
              onClick={() => void forceRecrawl()}
            >
              {w.recrawl}
            </Menu.Item>
            <Menu.Item
              className={styles.danger!}
              leftSection={<IconTrash size={16} />}
              onClick={() => setDeleting(true)}
            >
              {w.delete}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
      <DeleteArticle
        article={article}
        opened={deleting}
        trigger={trigger}
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
