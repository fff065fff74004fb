import type { ArticleAudio_article$data } from '../dashboard/__generated__/ArticleAudio_article.graphql.ts';
import type { ArticleHistory_article$data } from '../dashboard/__generated__/ArticleHistory_article.graphql.ts';
import type { EditArticleForm_article$data } from '../dashboard/__generated__/EditArticleForm_article.graphql.ts';
import type { EditArticleScreenQuery$data } from '../dashboard/__generated__/EditArticleScreenQuery.graphql.ts';
import type { Fields, Values } from './screen.tsx';

/** Types of what the screen of an article requests. */
export interface ArticleTypes {
  Article: Omit<Fields<NonNullable<EditArticleScreenQuery$data['article']>>, 'project'> &
    Omit<Fields<EditArticleForm_article$data>, 'project'> &
    Fields<ArticleAudio_article$data> &
    Fields<ArticleHistory_article$data>;
  Project: {
    id: string;
    databaseId: number;
    name: string;
    sourceTypes: readonly string[];
    entitlements: string[];
    roles: string[];
    canConfigure?: boolean;
  };
}

/** Returns an editable article of a project, for the screen's query. The arguments replace fields. */
export const articleValues = (article: object = {}, project: object = {}): Values<ArticleTypes> => ({
  Article: () => ({
    id: 'a1',
    title: 'The lamp',
    url: null,
    text: 'It burns.',
    labels: ['sea'],
    author: null,
    publishedAt: null,
    publishAt: null,
    imageUrl: null,
    rssAutoUpdate: false,
    revision: 3,
    status: 'READY',
    error: null,
    confidence: null,
    lastVoicing: null,
    followsOriginal: false,
    duplicateOf: null,
    holdReason: null,
    heldBy: null,
    isBurst: false,
    isUnsure: false,
    awaitsReview: false,
    doubtfulPassage: null,
    canEdit: true,
    canReadLogs: true,
    audio: null,
    chunkSummary: { chunks: 3, charactersCharged: 1_500 },
    ...article,
  }),
  Project: () => ({
    id: 'p7',
    databaseId: 7,
    name: 'Gazette',
    sourceTypes: ['RSS'],
    entitlements: [],
    roles: [],
    ...project,
  }),
});
