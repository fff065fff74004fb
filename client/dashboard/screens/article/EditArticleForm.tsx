import { Button, Checkbox, Loader } from '@mantine/core';
import { IconCheck, IconMicrophone2, IconRefreshDot, IconTrash } from '@tabler/icons-react';
import { useMemo, useRef, useState, type FormEvent } from 'react';
import { graphql, useFragment } from 'react-relay';
import { useNavigate } from 'react-router-dom';
import type { EditArticleFormMutation } from '../../__generated__/EditArticleFormMutation.graphql.ts';
import type { EditArticleFormRecrawlMutation } from '../../__generated__/EditArticleFormRecrawlMutation.graphql.ts';
import type { EditArticleForm_article$key } from '../../__generated__/EditArticleForm_article.graphql.ts';
import { useAction } from '../../relay/use-action.ts';
import { notify } from '../../ui/messages.ts';
import { Panel } from '../../ui/Panel.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { useDraft } from '../../ui/use-draft.ts';
import { useFieldErrors } from '../../ui/use-field-errors.ts';
import { ArticleFields, type ArticleDraft } from './ArticleFields.tsx';
import styles from './ArticleScreens.module.css';
import { DeleteArticle } from './DeleteArticle.tsx';
import { DraftNotice } from './DraftNotice.tsx';
import { heldHint } from './held-hint.ts';
import { useReleaseArticle } from './use-release-article.ts';
import { needsTitle, UntitledDialog } from './UntitledDialog.tsx';
import { isSettled, useSettled } from './use-settled.ts';

interface EditDraft extends ArticleDraft {
  rssAutoUpdate: boolean;
}

const savedShown = 2000;
/** A text that was read from a page with less confidence is to be looked at. */
const doubtful = 0.75;

export function EditArticleForm({ article: key, back }: { article: EditArticleForm_article$key; back: string }) {
  const article = useFragment(
    graphql`
    fragment EditArticleForm_article on Article {
      id
      title
      url
      text
      labels
      rssAutoUpdate
      status
      error
      confidence
      heldBy
      canEdit
      project {
        sources {
          type
        }
      }
      ...DeleteArticle_article
    }
  `,
    key,
  );
  const { id, title, url, text, labels, rssAutoUpdate } = article;
  const saved = useMemo<EditDraft>(
    () => ({ title, url: url ?? '', text, labels: [...labels], rssAutoUpdate }),
    [title, url, text, labels, rssAutoUpdate],
  );
  const { value, draft, dirty, restored, change, settle, discard } = useDraft(`article:${id}`, saved);
  const form = useRef<HTMLFormElement>(null);
  const { errors, refuse, clear } = useFieldErrors(form);
  const [untitled, setUntitled] = useState(false);
  const [deleting, setDeleting] = useState(false);
  const [saves, setSaves] = useState(0);
  const [justSaved, setJustSaved] = useState(false);
  const navigate = useNavigate();
  const [update, saving] = useAction<EditArticleFormMutation>(updateMutation);
  const [recrawl, recrawling] = useAction<EditArticleFormRecrawlMutation>(recrawlMutation);
  const [release, releasing] = useReleaseArticle(id, () => setSaves((count) => count + 1));
  const hint = heldHint(article.heldBy);
  useSettled(id, saves);

  const edit = (part: Partial<EditDraft>) => {
    clear(...Object.keys(part));
    change(part);
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!value.title.trim()) return setUntitled(true);
    const sent = draft;
    const outcome = await update({ input: { id, ...sent, ...('url' in sent ? { url: String(sent.url).trim() || null } : {}) } });
    if (!outcome.ok) return refuse(outcome.fieldErrors);
    settle(sent);
    setSaves((count) => count + 1);
    setJustSaved(true);
    setTimeout(() => setJustSaved(false), savedShown);
  };
  const forceRecrawl = async () => {
    if ((await recrawl({ input: { id } })).ok) notify('Article update is scheduled to occur in 1 minute', 4000);
  };
  const first = article.project.sources[0];

  return (
    <form ref={form} onSubmit={submit} noValidate>
      <Panel>
        <div className={styles.fields}>
          <div className={styles.status} role="status" aria-live="polite">
            <StatusBadge status={article.status} />
            {!hint && !isSettled(article.status) && <Loader size={16} aria-label="The audio is being made" role="img" />}
            {justSaved && (
              <span className={styles.saved}>
                <IconCheck size={15} /> Article saved
              </span>
            )}
          </div>
          {hint && (
            <div className={styles.held}>
              <span>{hint} until someone releases it</span>
              {article.canEdit && (
                <Button size="xs" leftSection={<IconMicrophone2 size={15} />} loading={releasing} onClick={release}>
                  Voice now
                </Button>
              )}
            </div>
          )}
          {article.error && article.status !== 'ready' && <p className={styles.error}>{article.error}</p>}
          {article.confidence !== null && article.confidence !== undefined && article.confidence < doubtful && (
            <p className={styles.held} role="status">
              Parlance is {Math.round(100 * article.confidence)} % sure that this is the whole article and nothing else. Please check the
              text.
            </p>
          )}
          {restored && <DraftNotice onDiscard={discard} />}
          <ArticleFields value={value} errors={errors} onChange={edit} disabled={!article.canEdit} />
          {first?.type === 'rss' && (
            <Checkbox
              label="rss auto update"
              checked={value.rssAutoUpdate}
              disabled={!article.canEdit}
              onChange={(event) => edit({ rssAutoUpdate: event.currentTarget.checked })}
            />
          )}
          {article.canEdit && (
            <div className={styles.buttons}>
              <Button type="submit" disabled={saving || !dirty}>
                {saving ? 'Saving Article...' : 'Save Article'}
              </Button>
              <Button
                variant="default"
                leftSection={<IconRefreshDot size={16} />}
                loading={recrawling}
                disabled={!article.url}
                onClick={() => void forceRecrawl()}
              >
                Force Recrawl article
              </Button>
              <Button
                className={styles.end}
                variant="subtle"
                color="red"
                leftSection={<IconTrash size={16} />}
                onClick={() => setDeleting(true)}
              >
                Delete
              </Button>
            </div>
          )}
        </div>
      </Panel>
      <UntitledDialog
        title={needsTitle}
        opened={untitled}
        onClose={() => {
          setUntitled(false);
          refuse({ title: needsTitle });
        }}
      >
        An article needs a title: it is read aloud first and shown in lists. Nothing was saved.
      </UntitledDialog>
      <DeleteArticle
        article={article}
        opened={deleting}
        onClose={() => setDeleting(false)}
        onDeleted={() => {
          discard();
          void navigate(back);
        }}
      />
    </form>
  );
}

const updateMutation = graphql`
  mutation EditArticleFormMutation($input: UpdateArticleInput!) {
    result: updateArticle(input: $input) {
      __typename
      ... on UpdateArticleSuccess {
        article {
          ...EditArticleForm_article
          ...ArticleAudio_article
        }
      }
      ...useAction_failure @alias(as: "failure")
    }
  }
`;

const recrawlMutation = graphql`
  mutation EditArticleFormRecrawlMutation($input: RecrawlArticleInput!) {
    result: recrawlArticle(input: $input) {
      __typename
      ... on RecrawlArticleSuccess {
        article {
          recrawlTime
        }
      }
      ...useAction_failure @alias(as: "failure")
    }
  }
`;
