import '../../ui/forms/forms.css';
import { Button } from '@mantine/core';
import { IconFileDownload } from '@tabler/icons-react';
import { useRef } from 'react';
import { graphql, useFragment, usePreloadedQuery } from 'react-relay';
import type { AddArticleScreenQuery } from '../../__generated__/AddArticleScreenQuery.graphql.ts';
import type { AddArticleScreen_project$key } from '../../__generated__/AddArticleScreen_project.graphql.ts';
import { useLoadedQuery } from '../../relay/loaded-query.ts';
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { articleWords } from '../../generated/words/article.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { ProjectPage } from '../../frames/project-part/ProjectPage.tsx';
import { addArticlePart } from './add-article-part.ts';
import { ArticleFields } from './fields/ArticleFields.tsx';
import { ArticleQuote } from './cost/ArticleQuote.tsx';
import styles from './ArticleScreens.module.css';
import { DraftNotice } from '../../frames/DraftNotice.tsx';
import { EmbargoField } from './fields/EmbargoField.tsx';
import { UntitledDialog } from './UntitledDialog.tsx';
import { useNewArticle } from './use-new-article.ts';
import { usePageText, type PageText } from './use-page-text.ts';

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
  const form = useRef<HTMLFormElement>(null);
  const { value, errors, restored, discard, edit, refuse, busy, untitled, setUntitled, submit } =
    useNewArticle(project, form);
  const page = usePageText(project.id, value, edit, refuse);
  const { reading, readFrom } = page;
  // An address without a text is one to be read; while that is under way there is nothing else to do.
  const isToRead = value.url.trim() !== '' && value.text.trim() === '';
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
              <LinkButton variant="subtle" to={`/projects/${project.databaseId}`}>
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
