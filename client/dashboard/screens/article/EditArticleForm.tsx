// oxlint-disable relay/unused-fields -- toldKept() reads the fields of notices
import { Button, Checkbox, Loader } from '@mantine/core';
import { IconCheck, IconListCheck, IconMicrophone2, IconRefreshDot, IconTrash } from '@tabler/icons-react';
import { lazy, Suspense, useEffect, useMemo, useRef, useState, type FormEvent, type RefObject } from 'react';
import { graphql, useFragment } from 'react-relay';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import type { EditArticleFormRecrawlMutation } from '../../__generated__/EditArticleFormRecrawlMutation.graphql.ts';
import type { EditArticleForm_article$key } from '../../__generated__/EditArticleForm_article.graphql.ts';
import { Part } from '../../relay/Part.tsx';
import { useAction } from '../../relay/use-action.ts';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { notify } from '../../ui/messages.ts';
import { Panel } from '../../ui/Panel.tsx';
import { audioPath } from '../../ui/player/audio-path.ts';
import { Bar } from '../../ui/Skeletons.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { useFieldErrors } from '../../ui/use-field-errors.ts';
import { useRevisedDraft } from '../../ui/use-revised-draft.ts';
import { articleWords } from '../../generated/words/article.ts';
import { toldKept } from '../../words/server-words.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { withWords } from '../../words/words-part.ts';
import { outOfCharacters, OutOfCharacters } from '../buying/OutOfCharacters.tsx';
import { ArticleConflict } from './ArticleConflict.tsx';
import { ArticleFields } from './ArticleFields.tsx';
import styles from './ArticleScreens.module.css';
import { AuthorAndDate } from './AuthorAndDate.tsx';
import { ChangeQuote } from './ChangeQuote.tsx';
import { DeleteArticle } from './DeleteArticle.tsx';
import { DraftNotice } from './DraftNotice.tsx';
import { FollowedText } from './FollowedText.tsx';
import { heldHint } from './held-hint.ts';
import { highlightAtFirst, setHighlightEnabled, useHighlightEnabled } from './highlight-cookie.ts';
import { useReleaseArticle } from './use-release-article.ts';
import { draftOf, useSaveArticle, type EditDraft, type Latest } from './use-save-article.ts';
import { PictureField } from './PictureField.tsx';
import { KeptBack, PublishAt } from './PublishAt.tsx';
import { UntitledDialog } from './UntitledDialog.tsx';
import { isSettled, useSettled } from './use-settled.ts';
import { VoicingSummary } from './VoicingSummary.tsx';

/** Its words come with it. */
const WordEntry = lazy(() => withWords(import('../dictionaries/WordEntry.tsx')));

const savedShown = 2000;
const recrawlShown = 4000;
/** A text that was read from a page with less confidence is to be looked at. */
const doubtful = 0.75;

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
      databaseId
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
      status
      error
      errorNotices {
        code
        parameters
      }
      confidence
      heldBy
      isBurst
      isUnsure
      awaitsReview
      canEdit
      followsOriginal
      duplicateOf {
        databaseId
        title
        project {
          databaseId
          name
        }
      }
      lastVoicing {
        ...VoicingSummary_voicing
      }
      audio {
        ...shown_audio
        url
        durationMs
      }
      project {
        id
        databaseId
        entitlements
        roles
        sourceTypes
        canConfigure
      }
      ...DeleteArticle_article
    }
  `,
    key,
  );
  const w = useWords(articleWords);
  const { id, title, url, text, labels, author, publishedAt, publishAt, imageUrl } = article;
  const { rssAutoUpdate, revision, project } = article;
  const saved = useMemo<EditDraft>(
    () => draftOf({ title, url, text, labels, author, publishedAt, publishAt, imageUrl, rssAutoUpdate }),
    [title, url, text, labels, author, publishedAt, publishAt, imageUrl, rssAutoUpdate],
  );
  const { value, draft, dirty, restored, base, change, settle, discard, drop } = useRevisedDraft<EditDraft>(
    `article:${id}`,
    saved,
    revision,
  );
  const form = useRef<HTMLFormElement>(null);
  // Who comes from a review wants to change this sentence.
  const { state } = useLocation() as { state: { find?: unknown } | null };
  const find = typeof state?.find === 'string' ? state.find : undefined;
  const { errors, refuse, clear } = useFieldErrors(form);
  const [untitled, setUntitled] = useState(false);
  const [deleting, setDeleting] = useState(false);
  const [saves, setSaves] = useState(0);
  const [spoken, setSpoken] = useState<'no' | 'first' | 'again'>('no');
  const [justSaved, setJustSaved] = useState(false);
  const [conflict, setConflict] = useState<Latest | null>(null);
  const navigate = useNavigate();
  const { update, latest, saving } = useSaveArticle(id);
  const [recrawl, recrawling] = useAction<EditArticleFormRecrawlMutation>(recrawlMutation);
  const [release, releasing] = useReleaseArticle(id, () => setSaves((count) => count + 1));
  const marks = project.entitlements.includes('FEATURE_HIGHLIGHT_TEXT');
  const following = useHighlightEnabled() && marks;
  useEffect(() => {
    if (marks) highlightAtFirst();
  }, [marks]);
  const hint = heldHint(article);
  useSettled(id, saves);
  useSaveKeys(form, article.canEdit && dirty && !saving);

  const edit = (part: Partial<EditDraft>) => {
    clear(...Object.keys(part));
    change(part);
  };
  const save = async (from: number, sent: Partial<EditDraft>): Promise<void> => {
    const isVoiced = article.audio !== null && article.audio !== undefined;
    const outcome = await update(sent, from);
    if (!outcome.ok) {
      if (outcome.type !== 'ConflictError') return refuse(outcome.fieldErrors);
      const now = await latest();
      if (now) setConflict(now);
      return;
    }
    settle(sent);
    setSaves((count) => count + 1);
    setSpoken('title' in sent || 'text' in sent ? (isVoiced ? 'again' : 'first') : 'no');
    setJustSaved(true);
    setTimeout(() => setJustSaved(false), savedShown);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!value.title.trim()) return setUntitled(true);
    void save(base().revision, draft);
  };
  const forceRecrawl = async () => {
    if ((await recrawl({ input: { id } })).ok) notify(w.recrawlSoon, recrawlShown);
  };
  const isMoving = !hint && !isSettled(article.status);
  const mayReview = project.entitlements.includes('QA') || project.roles.includes('QA');
  const { audio } = article;

  return (
    <form ref={form} onSubmit={submit} noValidate className={styles.form}>
      <Panel>
        <div className={styles.fields}>
          <div className={styles.status} role="status" aria-live="polite">
            <StatusBadge status={article.status} />
            {isMoving && <Loader size={16} aria-label={w.audioMade} role="img" />}
          </div>
          {hint && (
            <div className={styles.held}>
              <span>{article.awaitsReview ? hint : w.heldUntil({ hint })}</span>
              {article.canEdit && !article.awaitsReview && (
                <Button
                  size="xs"
                  leftSection={<IconMicrophone2 size={15} />}
                  loading={releasing}
                  onClick={release}
                >
                  {w.voiceNow}
                </Button>
              )}
            </div>
          )}
          {publishAt && (
            <KeptBack
              until={publishAt}
              saving={saving}
              onPublish={article.canEdit ? () => void save(base().revision, { publishAt: '' }) : undefined}
            />
          )}
          {article.error && article.status !== 'READY' && (
            <p className={styles.error}>{toldKept(article.error, article.errorNotices)}</p>
          )}
          <OutOfCharacters
            project={project.id}
            waits={
              article.status === 'ERRORED' &&
              (article.errorNotices?.some(({ code }) => code === outOfCharacters) ?? false)
            }
          />
          {article.confidence !== null &&
            article.confidence !== undefined &&
            (article.isUnsure || article.confidence < doubtful) && (
              <p className={styles.held} role="status">
                {w.page.doubtful({ percent: Math.round(100 * article.confidence) })}{' '}
                {url && project.canConfigure && (
                  <Link
                    to={`/projects/${project.databaseId}/settings?page=${encodeURIComponent(url)}#parsing`}
                  >
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
          {restored && <DraftNotice onDiscard={discard} />}
          <ArticleFields
            project={project.id}
            value={value}
            errors={errors}
            onChange={edit}
            disabled={!article.canEdit}
            find={find}
            text={
              following && audio ? (
                <Part what={w.following.what} waiting={<Bar height={240} />} of={audio.url}>
                  {() => (
                    <FollowedText
                      key={audio.url}
                      track={{ id, url: audioPath(audio.url), durationMs: audio.durationMs, title }}
                      text={value.text}
                      find={find}
                      onChange={article.canEdit ? (changed) => edit({ text: changed }) : undefined}
                      onWrite={() => setHighlightEnabled(false)}
                    />
                  )}
                </Part>
              ) : undefined
            }
          />
          <AuthorAndDate value={value} errors={errors} disabled={!article.canEdit} onChange={edit} />
          <PictureField
            value={value}
            error={errors['imageUrl']}
            disabled={!article.canEdit}
            onChange={edit}
          />
          <PublishAt
            value={value}
            isStored={Boolean(publishAt)}
            error={errors['publishAt']}
            disabled={!article.canEdit}
            onChange={edit}
          />
          {project.sourceTypes[0] === 'RSS' && (
            <Checkbox
              label={w.rssAutoUpdate}
              checked={value.rssAutoUpdate}
              disabled={!article.canEdit}
              onChange={(event) => edit({ rssAutoUpdate: event.currentTarget.checked })}
            />
          )}
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
        </div>
      </Panel>
      {article.canEdit && (
        <div className={styles.save}>
          <Button
            type="submit"
            disabled={saving || !dirty}
            title={w.saveKeys}
            aria-keyshortcuts="Control+S Meta+S"
          >
            {saving ? w.saving : w.save}
          </Button>
          <p className={styles.told} role="status">
            {justSaved && (
              <span className={styles.saved}>
                <IconCheck size={15} /> {w.saved}
              </span>
            )}
            {dirty && !saving && <span>{w.unsaved}</span>}
            {('title' in draft || 'text' in draft) && !saving && (
              <ChangeQuote article={id} draft={value} isVoiced={audio != null} />
            )}
            {!dirty && spoken !== 'no' && article.status === 'READY' && article.lastVoicing && (
              <VoicingSummary voicing={article.lastVoicing} again={spoken === 'again'} />
            )}
          </p>
        </div>
      )}
      <UntitledDialog
        title={w.needsTitle}
        opened={untitled}
        onClose={() => {
          setUntitled(false);
          refuse({ title: w.needsTitle });
        }}
      >
        {w.whyTitle}
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
      {conflict && (
        <ArticleConflict
          before={base()}
          latest={conflict}
          mine={draft}
          busy={saving}
          onClose={() => setConflict(null)}
          onTakeTheirs={() => {
            setConflict(null);
            discard();
          }}
          onSave={(taken, merged) => {
            setConflict(null);
            const left = { ...drop(taken), ...merged };
            if (Object.keys(merged).length > 0) change(merged);
            if (Object.keys(left).length > 0) void save(conflict.revision, left);
          }}
        />
      )}
    </form>
  );
}

/** Ctrl+S and ⌘S save; the browser's own saving of the page is nobody's wish here. */
function useSaveKeys(form: RefObject<HTMLFormElement | null>, enabled: boolean): void {
  useEffect(() => {
    const keys = (event: KeyboardEvent) => {
      if (
        !(event.ctrlKey || event.metaKey) ||
        event.altKey ||
        event.shiftKey ||
        event.key.toLowerCase() !== 's'
      )
        return;
      event.preventDefault();
      if (enabled && !document.querySelector('dialog[open]')) form.current?.requestSubmit();
    };
    addEventListener('keydown', keys);
    return () => removeEventListener('keydown', keys);
  }, [form, enabled]);
}

const recrawlMutation = graphql`
  mutation EditArticleFormRecrawlMutation($input: RecrawlArticleInput!) {
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
