import { Checkbox } from '@mantine/core';
import { useEffect, useMemo, useRef } from 'react';
import { graphql, useFragment } from 'react-relay';
import { useLocation, useNavigate } from 'react-router-dom';
import type {
  EditArticleForm_article$data,
  EditArticleForm_article$key,
} from '../../__generated__/EditArticleForm_article.graphql.ts';
import { DraftNotice } from '../../frames/DraftNotice.tsx';
import { articleWords } from '../../generated/words/article.ts';
import { Panel } from '../../ui/Panel.tsx';
import { useWords } from '../../words/word-catalogue.ts';
import { ArticleActions } from './ArticleActions.tsx';
import { ArticleConflict } from './ArticleConflict.tsx';
import { ArticleNotices } from './ArticleNotices.tsx';
import styles from './ArticleScreens.module.css';
import { ArticleFields } from './fields/ArticleFields.tsx';
import { AuthorAndDate } from './fields/AuthorAndDate.tsx';
import { PictureField } from './fields/PictureField.tsx';
import { EmbargoField } from './fields/EmbargoField.tsx';
import { SaveArticleBar } from './SaveArticleBar.tsx';
import { FollowableText } from './text/FollowableText.tsx';
import { highlightAtFirst, useHighlightEnabled } from './text/highlight-cookie.ts';
import { UntitledDialog } from './UntitledDialog.tsx';
import { useArticleForm } from './use-article-form.ts';
import { draftOf, type EditDraft } from './use-save-article.ts';
import { useSaveKeys } from '../../ui/forms/use-save-keys.ts';
import { usePollUntilSettled } from './use-poll-until-settled.ts';

type ArticleForm = ReturnType<typeof useArticleForm>;

/** Form of an article: text, fields, actions, and saving. */
export function EditArticleForm({
  article: key,
  back,
}: {
  article: EditArticleForm_article$key;
  back: string;
}) {
  const article = useFragment(
    graphql`
    fragment EditArticleForm_article on Article {
      id
      title
      url
      text
      labels
      author
      publishedAt
      publishAt
      imageUrl
      rssAutoUpdate
      revision
      canEdit
      audio {
        ...liveFragments_audio
      }
      project {
        id
        entitlements
        sourceTypes
      }
      ...ArticleNotices_article
      ...ArticleActions_article
      ...SaveArticleBar_article
      ...FollowableText_article
    }
  `,
    key,
  );
  const element = useRef<HTMLFormElement>(null);
  const { id, revision, canEdit } = article;
  const form = useArticleForm(
    { id, saved: useSavedArticle(article), revision, isVoiced: article.audio != null },
    element,
  );
  const navigate = useNavigate();
  usePollUntilSettled(id, form.saves);
  useSaveKeys(element, { enabled: canEdit && form.dirty && !form.saving });
  return (
    <form ref={element} onSubmit={form.submit} noValidate className={styles.form}>
      <Panel>
        <div className={styles.fields}>
          <ArticleNotices
            article={article}
            saving={form.saving}
            onPublish={() => void form.save(form.base().revision, { publishAt: '' })}
            onReleased={form.countSave}
          />
          {form.restored && <DraftNotice onDiscard={form.discard} />}
          <EditedFields article={article} form={form} />
          <ArticleActions
            article={article}
            form={element}
            onDeleted={() => {
              form.discard();
              void navigate(back);
            }}
          />
        </div>
      </Panel>
      {canEdit && <SaveArticleBar article={article} form={form} />}
      <SaveDialogs form={form} />
    </form>
  );
}

/** Stored values of an article, in the form's shape. */
function useSavedArticle(article: EditArticleForm_article$data): EditDraft {
  const { title, url, text, labels, author, publishedAt, publishAt, imageUrl, rssAutoUpdate } = article;
  return useMemo(
    () => draftOf({ title, url, text, labels, author, publishedAt, publishAt, imageUrl, rssAutoUpdate }),
    [title, url, text, labels, author, publishedAt, publishAt, imageUrl, rssAutoUpdate],
  );
}

/** Everything that is saved with an article. */
function EditedFields({ article, form }: { article: EditArticleForm_article$data; form: ArticleForm }) {
  const w = useWords(articleWords);
  const { value, errors, edit } = form;
  const { project, canEdit } = article;
  // Who comes from a review wants to change this sentence.
  const { state } = useLocation() as { state: { find?: unknown } | null };
  const find = typeof state?.find === 'string' ? state.find : undefined;
  const marks = project.entitlements.includes('FEATURE_HIGHLIGHT_TEXT');
  const following = useHighlightEnabled() && marks;
  useEffect(() => {
    if (marks) highlightAtFirst();
  }, [marks]);
  return (
    <>
      <ArticleFields
        project={project.id}
        value={value}
        errors={errors}
        onChange={edit}
        disabled={!canEdit}
        find={find}
        text={
          following && article.audio ? (
            <FollowableText
              article={article}
              text={value.text}
              find={find}
              onChange={canEdit ? (changed) => edit({ text: changed }) : undefined}
            />
          ) : undefined
        }
      />
      <AuthorAndDate value={value} errors={errors} disabled={!canEdit} onChange={edit} />
      <PictureField value={value} error={errors['imageUrl']} disabled={!canEdit} onChange={edit} />
      <EmbargoField
        value={value}
        isStored={Boolean(article.publishAt)}
        error={errors['publishAt']}
        disabled={!canEdit}
        onChange={edit}
      />
      {project.sourceTypes[0] === 'RSS' && (
        <Checkbox
          label={w.rssAutoUpdate}
          checked={value.rssAutoUpdate}
          disabled={!canEdit}
          onChange={(event) => edit({ rssAutoUpdate: event.currentTarget.checked })}
        />
      )}
    </>
  );
}

/** Dialogs for an article that can't be saved as it is: it has no title, or others have changed it. */
function SaveDialogs({ form }: { form: ArticleForm }) {
  const w = useWords(articleWords);
  const { base, change, draft, drop, save, saving, conflict, setConflict } = form;
  return (
    <>
      <UntitledDialog
        title={w.needsTitle}
        opened={form.untitled}
        onClose={() => {
          form.setUntitled(false);
          form.refuse({ title: w.needsTitle });
        }}
      >
        {w.whyTitle}
      </UntitledDialog>
      {conflict && (
        <ArticleConflict
          before={base()}
          latest={conflict}
          mine={draft}
          busy={saving}
          onClose={() => setConflict(null)}
          onTakeTheirs={() => {
            setConflict(null);
            form.discard();
          }}
          onSave={(taken, merged) => {
            setConflict(null);
            const left = { ...drop(taken), ...merged };
            if (Object.keys(merged).length > 0) change(merged);
            if (Object.keys(left).length > 0) void save(conflict.revision, left);
          }}
        />
      )}
    </>
  );
}
