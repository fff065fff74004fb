import { useState, type FormEvent, type RefObject } from 'react';
import { graphql } from 'react-relay';
import { useNavigate } from 'react-router-dom';
import type { useNewArticleMutation } from '../../__generated__/useNewArticleMutation.graphql.ts';
import { useAction } from '../../relay/use-action.ts';
import { useDraft } from '../../ui/forms/use-draft.ts';
import { useFieldErrors } from '../../ui/forms/use-field-errors.ts';
import type { ArticleDraft } from './fields/article-draft.ts';
import type { EmbargoDraft } from './fields/EmbargoField.tsx';

export type NewDraft = ArticleDraft & EmbargoDraft;

const blank: NewDraft = { title: '', url: '', text: '', labels: [], publishAt: '' };

/** Stores what is typed of a new article, and creates it on submission, which leads back to its project. */
export function useNewArticle(
  project: { id: string; databaseId: number },
  form: RefObject<HTMLFormElement | null>,
) {
  const navigate = useNavigate();
  const { value, draft, restored, change, settle, discard } = useDraft(
    `new-article:${project.databaseId}`,
    blank,
  );
  const { errors, refuse, clear } = useFieldErrors(form);
  const [untitled, setUntitled] = useState(false);
  const [create, busy] = useAction<useNewArticleMutation>(createMutation);
  const edit = (part: Partial<NewDraft>) => {
    clear(...Object.keys(part));
    change(part);
  };
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
    await navigate(`/projects/${project.databaseId}`);
  };
  return { value, errors, restored, discard, edit, refuse, busy, untitled, setUntitled, submit };
}

const createMutation = graphql`
  mutation useNewArticleMutation($input: CreateArticleInput!) {
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
