import { builder } from '../../graphql/builder.ts';
import type { Article } from './article.ts';

/** GraphQL types that other areas lead to. */
export const ArticleType = builder.objectRef<Article>('Article');
export const ArticleEdgeType = builder.objectRef<Article>('ProjectArticlesConnectionEdge');
