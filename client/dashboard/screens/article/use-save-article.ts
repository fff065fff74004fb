import { fetchQuery, graphql, useRelayEnvironment } from 'react-relay';
import type { useSaveArticleLatestQuery } from '../../__generated__/useSaveArticleLatestQuery.graphql.ts';
import type { useSaveArticleMutation } from '../../__generated__/useSaveArticleMutation.graphql.ts';
import { failureMessage } from '../../relay/failures.ts';
import { useAction } from '../../relay/use-action.ts';
import { showError } from '../../ui/messages.ts';
import type { ArticleDraft } from './fields/article-draft.ts';
import type { AuthorAndDateDraft } from './fields/AuthorAndDate.tsx';
import type { PictureDraft } from './fields/PictureField.tsx';
import type { EmbargoDraft } from './fields/EmbargoField.tsx';

export interface EditDraft extends ArticleDraft, AuthorAndDateDraft, EmbargoDraft, PictureDraft {
  rssAutoUpdate: boolean;
}

/** Article as another member saved it in the meantime. */
export interface ConcurrentEdit {
  theirs: EditDraft;
  revision: number;
  /** Who saved it; null: a program, or Parlance itself. */
  by: string | null;
}

/** Saves an article, and reads how it is now. */
export function useSaveArticle(id: string) {
  const environment = useRelayEnvironment();
  const [update, saving] = useAction<useSaveArticleMutation>(saveArticleMutation);
  /**
   * Returns the stored state, which the screen shows from then on. Null, with a message to the user, if it
   * cannot be read.
   */
  const latest = async (): Promise<ConcurrentEdit | null> => {
    try {
      const answer = await fetchQuery<useSaveArticleLatestQuery>(
        environment,
        latestQuery,
        { id },
        { fetchPolicy: 'network-only' },
      ).toPromise();
      if (!answer?.article) throw new Error('This article does not exist.');
      const { title, url, text, labels, author, publishedAt, publishAt } = answer.article;
      const { imageUrl, rssAutoUpdate, revision, editedBy } = answer.article;
      return {
        theirs: draftOf({
          title,
          url,
          text,
          labels,
          author,
          publishedAt,
          publishAt,
          imageUrl,
          rssAutoUpdate,
        }),
        revision,
        by: editedBy?.name ?? null,
      };
    } catch (error) {
      showError(failureMessage(error));
      return null;
    }
  };
  return {
    saving,
    latest,
    /** @param revision that the changes began with; another one there is a conflict */
    update: (sent: Partial<EditDraft>, revision: number) =>
      update(
        {
          input: {
            id,
            revision,
            ...sent,
            ...('url' in sent && { url: String(sent.url).trim() || null }),
            ...('publishedAt' in sent && { publishedAt: sent.publishedAt || null }),
            ...('publishAt' in sent && { publishAt: sent.publishAt || null }),
            ...('imageUrl' in sent && { imageUrl: sent.imageUrl?.trim() || null }),
          },
        },
        { expected: 'ConflictError' },
      ),
  };
}

/** What of an article is stored, as the form holds it: nothing is empty there. */
export function draftOf(stored: {
  title: string;
  url: string | null | undefined;
  text: string;
  labels: readonly string[];
  author: string | null | undefined;
  publishedAt: string | null | undefined;
  publishAt: string | null | undefined;
  imageUrl: string | null | undefined;
  rssAutoUpdate: boolean;
}): EditDraft {
  const { title, url, text, labels, author, publishedAt, publishAt, imageUrl, rssAutoUpdate } = stored;
  return {
    title,
    url: url ?? '',
    text,
    labels: [...labels],
    author: author ?? '',
    publishedAt: publishedAt ?? '',
    publishAt: publishAt ?? '',
    imageUrl: imageUrl ?? '',
    rssAutoUpdate,
  };
}

const saveArticleMutation = graphql`
  mutation useSaveArticleMutation($input: UpdateArticleInput!) {
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

const latestQuery = graphql`
  query useSaveArticleLatestQuery($id: ID!) {
    article(id: $id) {
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
      editedBy {
        name
      }
      ...EditArticleForm_article
    }
  }
`;
