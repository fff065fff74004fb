import { Button } from '@mantine/core';
import { useMemo, useRef } from 'react';
import { graphql, useFragment } from 'react-relay';
import { useNavigate } from 'react-router-dom';
import type {
  EditArticleForm_article$data,
  EditArticleForm_article$key,
} from '../../__generated__/EditArticleForm_article.graphql.ts';
import { DraftNotice } from '../../frames/DraftNotice.tsx';
import { articleWords } from '../../generated/words/article.ts';
import { useSaveKeys } from '../../ui/forms/use-save-keys.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { ArticleActions } from './ArticleActions.tsx';
import { ArticleAudio } from './ArticleAudio.tsx';
import { ArticleConflict } from './ArticleConflict.tsx';
import { ArticleNotices, ArticleStatus } from './ArticleNotices.tsx';
import { ArticlePanel } from './ArticlePanel.tsx';
import { ArticlePlayer } from './ArticlePlayer.tsx';
import styles from './ArticleScreens.module.css';
import { ArticleText } from './ArticleText.tsx';
import { TitleField } from './fields/TitleField.tsx';
import { ArticleHistory } from './history/ArticleHistory.tsx';
import { ArticlePublications } from './history/ArticlePublications.tsx';
import { ArticleVersions } from './history/ArticleVersions.tsx';
import { PublishingFields, publishingFields } from './PublishingFields.tsx';
import { SaveArticleBar } from './SaveArticleBar.tsx';
import { UntitledDialog } from './UntitledDialog.tsx';
import { useArticleForm } from './use-article-form.ts';
import { usePollUntilSettled } from './use-poll-until-settled.ts';
import { draftOf, type EditDraft } from './use-save-article.ts';

type ArticleForm = ReturnType<typeof useArticleForm>;

/** An article: its text as a page with a player, and beside it a panel with what else belongs to it. */
export function EditArticleForm({
  article: key,
  back,
}: {
  article: EditArticleForm_article$key;
  back: string;
}) {
  const article = useFragment(articleFragment, key);
  const element = useRef<HTMLFormElement>(null);
  const { id, revision, canEdit } = article;
  const form = useArticleForm(
    { id, saved: useSavedArticle(article), revision, isVoiced: article.audio != null },
    element,
  );
  usePollUntilSettled(id, form.saves);
  useSaveKeys(element, { enabled: canEdit && form.dirty && !form.saving });
  const { value, errors, edit } = form;
  return (
    <form ref={element} onSubmit={form.submit} noValidate className={styles.form}>
      <FormBar article={article} form={form} back={back} />
      <div className={styles.columns}>
        <div className={styles.page}>
          <TitleField
            value={value.title}
            error={errors['title']}
            disabled={!canEdit}
            onChange={(title) => edit({ title })}
          />
          <ArticlePlayer article={article} />
          <ArticleNotices
            article={article}
            saving={form.saving}
            onPublish={() => void form.save(form.base().revision, { publishAt: '' })}
            onReleased={form.countSave}
          />
          {form.restored && <DraftNotice onDiscard={form.discard} />}
          <ArticleText article={article} form={form} />
        </div>
        <ArticlePanel
          isRefused={publishingFields.some((field) => field in errors)}
          parts={{
            audio: <ArticleAudio article={article} />,
            publishing: <PublishingFields article={article} form={form} />,
            channels: <ArticlePublications key={`channels${id}`} article={article} />,
            history:
              canEdit || article.canReadLogs ? (
                <>
                  {canEdit && <ArticleVersions article={article} onRestored={form.countSave} />}
                  {article.canReadLogs && <ArticleHistory key={`logs${id}`} article={article} />}
                </>
              ) : null,
          }}
        />
      </div>
      <SaveDialogs form={form} />
    </form>
  );
}

interface FormBarProps {
  article: EditArticleForm_article$data;
  form: ArticleForm;
  back: string;
}

/** What is being edited, what can be done with it, and how it is saved. */
function FormBar({ article, form, back }: FormBarProps) {
  const w = useWords(articleWords);
  const navigate = useNavigate();
  const jump = (
    <Button className={styles.jump!} variant="default" onClick={showPanel}>
      {w.panel.jump}
    </Button>
  );
  return (
    <div className={styles.bar}>
      <div className={styles.heading}>
        <h1>
          {w.editArticle} <span className="visually-hidden">{article.title}</span>
        </h1>
        <ArticleStatus article={article} />
        <ArticleActions
          article={article}
          onDeleted={() => {
            form.discard();
            void navigate(back);
          }}
        />
      </div>
      {article.canEdit ? (
        <SaveArticleBar article={article} form={form}>
          {jump}
        </SaveArticleBar>
      ) : (
        jump
      )}
    </div>
  );
}

/** Leads to the panel where it is below the text. */
function showPanel(): void {
  document.querySelector<HTMLElement>('#article-panel [role="tab"][aria-selected="true"]')?.focus();
  document.querySelector('#article-panel')?.scrollIntoView();
}

/** Stored values of an article, in the form's shape. */
function useSavedArticle(article: EditArticleForm_article$data): EditDraft {
  const { title, url, text, labels, author, publishedAt, publishAt, imageUrl, rssAutoUpdate } = article;
  return useMemo(
    () => draftOf({ title, url, text, labels, author, publishedAt, publishAt, imageUrl, rssAutoUpdate }),
    [title, url, text, labels, author, publishedAt, publishAt, imageUrl, rssAutoUpdate],
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

const articleFragment = graphql`
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
    canReadLogs
    audio {
      ...liveFragments_audio
    }
    ...ArticleStatus_article
    ...ArticleNotices_article
    ...ArticleActions_article
    ...ArticleAudio_article
    ...ArticleHistory_article
    ...ArticlePlayer_article
    ...ArticlePublications_article
    ...ArticleText_article
    ...ArticleVersions_article
    ...PublishingFields_article
    ...SaveArticleBar_article
  }
`;
