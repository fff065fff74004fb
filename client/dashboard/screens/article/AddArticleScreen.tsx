import '../../ui/forms.css';
import { Button } from '@mantine/core';
import { useRef, useState, type FormEvent } from 'react';
import { graphql, useFragment, usePreloadedQuery } from 'react-relay';
import { useNavigate } from 'react-router-dom';
import type { AddArticleScreenMutation } from '../../__generated__/AddArticleScreenMutation.graphql.ts';
import type { AddArticleScreenQuery } from '../../__generated__/AddArticleScreenQuery.graphql.ts';
import type { AddArticleScreen_project$key } from '../../__generated__/AddArticleScreen_project.graphql.ts';
import { useLoadedQuery } from '../../relay/loaded-query.ts';
import { useAction } from '../../relay/use-action.ts';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { useDraft } from '../../ui/use-draft.ts';
import { useFieldErrors } from '../../ui/use-field-errors.ts';
import { ProjectPage } from '../project-part/ProjectPage.tsx';
import { addArticlePart } from './add-article-part.ts';
import { ArticleFields, type ArticleDraft } from './ArticleFields.tsx';
import { DraftNotice } from './DraftNotice.tsx';
import styles from './ArticleScreens.module.css';
import { needsTitle, UntitledDialog } from './UntitledDialog.tsx';

const blank: ArticleDraft = { title: '', url: '', text: '', labels: [] };

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
  const project = useFragment(
    graphql`
    fragment AddArticleScreen_project on Project {
      id
      databaseId
    }
  `,
    key,
  );
  const here = `/projects/${project.databaseId}`;
  const navigate = useNavigate();
  const { value, draft, restored, change, settle, discard } = useDraft(`new-article:${project.databaseId}`, blank);
  const form = useRef<HTMLFormElement>(null);
  const { errors, refuse, clear } = useFieldErrors(form);
  const [untitled, setUntitled] = useState(false);
  const [create, busy] = useAction<AddArticleScreenMutation>(graphql`
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
  `);
  const edit = (part: Partial<ArticleDraft>) => {
    clear(...Object.keys(part));
    change(part);
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!value.title.trim()) return setUntitled(true);
    const sent = draft;
    const { title, text, labels } = value;
    const outcome = await create({ input: { project: project.id, title, text, url: value.url.trim() || null, labels } });
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
            <ArticleFields value={value} errors={errors} onChange={edit} />
            <div className={styles.buttons}>
              <Button type="submit" size="md" loading={busy}>
                Create new Article
              </Button>
              <LinkButton variant="subtle" to={here}>
                Back to project
              </LinkButton>
            </div>
          </div>
        </Panel>
      </form>
      <UntitledDialog
        title="Error"
        opened={untitled}
        onClose={() => {
          setUntitled(false);
          refuse({ title: needsTitle });
        }}
      >
        {needsTitle}
      </UntitledDialog>
    </>
  );
}
