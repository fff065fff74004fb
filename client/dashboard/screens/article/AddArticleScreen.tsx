import '../../ui/forms/forms.css';
import { Button } from '@mantine/core';
import { IconFileDownload } from '@tabler/icons-react';
import { useLayoutEffect, useRef, useState, type FormEvent } from 'react';
import { graphql, useFragment, usePreloadedQuery } from 'react-relay';
import { useNavigate } from 'react-router-dom';
import type { AddArticleScreenMutation } from '../../__generated__/AddArticleScreenMutation.graphql.ts';
import type { AddArticleScreenQuery } from '../../__generated__/AddArticleScreenQuery.graphql.ts';
import type { AddArticleScreen_project$key } from '../../__generated__/AddArticleScreen_project.graphql.ts';
import { useLoadedQuery } from '../../relay/loaded-query.ts';
import { useAction } from '../../relay/use-action.ts';
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { Panel } from '../../ui/Panel.tsx';
import type { FieldErrors } from '../../ui/forms/field-errors.ts';
import { useDraft } from '../../ui/forms/use-draft.ts';
import { useFieldErrors } from '../../ui/forms/use-field-errors.ts';
import { articleWords } from '../../generated/words/article.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { ProjectPage } from '../../frames/project-part/ProjectPage.tsx';
import { addArticlePart } from './add-article-part.ts';
import { ArticleFields } from './fields/ArticleFields.tsx';
import type { ArticleDraft } from './fields/article-draft.ts';
import { ArticleQuote } from './cost/ArticleQuote.tsx';
import styles from './ArticleScreens.module.css';
import { DraftNotice } from '../../frames/DraftNotice.tsx';
import { EmbargoField, type EmbargoDraft } from './fields/EmbargoField.tsx';
import { UntitledDialog } from './UntitledDialog.tsx';
import { useReadPage, type ReadPage } from './use-read-page.ts';

type NewDraft = ArticleDraft & EmbargoDraft;

const blank: NewDraft = { title: '', url: '', text: '', labels: [], publishAt: '' };
/** A text that was read with less confidence is to be looked at. */
const doubtful = 0.75;

export default function AddArticleScreen() {
  const { project } = usePreloadedQuery<AddArticleScreenQuery>(
    graphql`
    query AddArticleScreenQuery($id: ID!) @preloadable @throwOnFieldError {
      project(id: $id) {
        id
        ...ProjectPage_project
        ...AddArticleScreen_project
      }
    }
  `,
    useLoadedQuery<AddArticleScreenQuery>(),
  );
  return (
    <ProjectPage part={addArticlePart} project={project}>
      {project && <AddArticleForm key={project.id} project={project} />}
    </ProjectPage>
  );
}

function AddArticleForm({ project: key }: { project: AddArticleScreen_project$key }) {
  const w = useWords(articleWords);
  const project = useFragment(projectFragment, key);
  const here = `/projects/${project.databaseId}`;
  const navigate = useNavigate();
  const { value, draft, restored, change, settle, discard } = useDraft(
    `new-article:${project.databaseId}`,
    blank,
  );
  const form = useRef<HTMLFormElement>(null);
  const { errors, refuse, clear } = useFieldErrors(form);
  const [untitled, setUntitled] = useState(false);
  const [create, busy] = useAction<AddArticleScreenMutation>(addArticleScreenMutation);
  const edit = (part: Partial<NewDraft>) => {
    clear(...Object.keys(part));
    change(part);
  };
  const page = usePageText(project.id, value, edit, refuse);
  const { reading, readFrom } = page;
  // An address without a text is one to be read; while that is under way there is nothing else to do.
  const isToRead = value.url.trim() !== '' && value.text.trim() === '';
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!value.title.trim()) return setUntitled(true);
    const sent = draft;
    const { title, text, labels, publishAt } = value;
    const outcome = await create({
      input: {
        project: project.id,
        title,
        text,
        url: value.url.trim() || null,
        labels,
        publishAt: publishAt || null,
      },
    });
    if (!outcome.ok) return refuse(outcome.fieldErrors);
    settle(sent);
    await navigate(here);
  };
  return (
    <>
      <form ref={form} onSubmit={submit} noValidate className={styles.narrow}>
        <Panel>
          <div className={styles.fields}>
            {restored && <DraftNotice onDiscard={discard} />}
            <ArticleFields
              project={project.id}
              value={value}
              errors={errors}
              onChange={edit}
              autoFocus
              urlHint={w.page.hint}
              onPasteUrl={(url) => void readFrom(url)}
              onEnterUrl={isToRead ? () => void (reading || readFrom(value.url.trim())) : undefined}
              besideUrl={<ReadButton page={page} url={value.url.trim()} />}
              belowText={<ArticleQuote project={project.id} article={value} />}
            />
            <EmbargoField value={value} error={errors['publishAt']} disabled={false} onChange={edit} />
            <div className={styles.buttons}>
              <Button type="submit" size="md" loading={busy}>
                {w.create}
              </Button>
              <LinkButton variant="subtle" to={here}>
                {w.back}
              </LinkButton>
            </div>
          </div>
        </Panel>
      </form>
      <UntitledDialog
        title={w.error}
        opened={untitled}
        onClose={() => {
          setUntitled(false);
          refuse({ title: w.needsTitle });
        }}
      >
        {w.needsTitle}
      </UntitledDialog>
      <ReplaceDialog page={page} />
    </>
  );
}

/** Reads the title and text of a page. Existing text is replaced only after confirmation. */
function usePageText(
  project: string,
  value: NewDraft,
  edit: (part: Partial<NewDraft>) => void,
  refuse: (errors: FieldErrors) => void,
) {
  const [read, setRead] = useState<ReadPage | null>(null);
  const [replacement, setReplacement] = useState<ReadPage | null>(null);
  const [readPage, reading] = useReadPage(project);
  // The confirmation concerns text typed while the page was being read, not the text from before.
  const written = useRef(value);
  useLayoutEffect(() => {
    written.current = value;
  }, [value]);
  const take = (page: ReadPage) => {
    setReplacement(null);
    setRead(page);
    edit({ title: page.title, text: page.text });
  };
  const readFrom = async (url: string) => {
    edit({ url });
    setRead(null);
    const outcome = await readPage(url);
    if (!outcome.ok) return refuse(outcome.fieldErrors);
    const { title, text } = written.current;
    if (title.trim() || text.trim()) setReplacement(outcome.page);
    else take(outcome.page);
  };
  return { read, reading, readFrom, replacement, take, keep: () => setReplacement(null) };
}

type PageText = ReturnType<typeof usePageText>;

function ReadButton({ page: { read, reading, readFrom }, url }: { page: PageText; url: string }) {
  const { page: w } = useWords(articleWords);
  return (
    <>
      <Button
        variant="default"
        size="sm"
        leftSection={<IconFileDownload size={16} />}
        disabled={reading || url === ''}
        onClick={() => void readFrom(url)}
      >
        {reading ? w.reading : w.read}
      </Button>
      <p className={styles.caption} role="status">
        {reading
          ? w.reading
          : read &&
            (read.confidence < doubtful
              ? w.doubtful({ percent: Math.round(100 * read.confidence) })
              : w.done)}
      </p>
    </>
  );
}

function ReplaceDialog({ page: { replacement, take, keep } }: { page: PageText }) {
  const { page: w } = useWords(articleWords);
  return (
    <ConfirmDialog
      title={w.replaceHeading}
      confirm={w.replace}
      opened={replacement !== null}
      busy={false}
      onConfirm={() => replacement && take(replacement)}
      onClose={keep}
    >
      <p>{w.replaceQuestion}</p>
    </ConfirmDialog>
  );
}

const projectFragment = graphql`
  fragment AddArticleScreen_project on Project {
    id
    databaseId
  }
`;

const addArticleScreenMutation = graphql`
  mutation AddArticleScreenMutation($input: CreateArticleInput!) {
    result: createArticle(input: $input) {
      __typename
      ... on CreateArticleSuccess {
        article {
          id
        }
      }
      ...useAction_failure @alias(as: "failure")
    }
  }
`;
