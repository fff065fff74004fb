import { vi } from 'vitest';
import query, {
  type EditArticleScreenQuery,
} from '../dashboard/__generated__/EditArticleScreenQuery.graphql.ts';
import EditArticleScreen from '../dashboard/screens/article/EditArticleScreen.tsx';
import { renderScreen, type Stage } from './screen.tsx';

/**
 * Opens the page of an article of project 7.
 * @param withChannels whether the channels beside the form are near the window, and ask for themselves:
 *   React's `act` never ends where three boundaries or more wait (github.com/react/react/issues/37556)
 */
export async function openArticle({ withChannels = false } = {}): Promise<Stage> {
  class FarFromEverything {
    observe() {}
    disconnect() {}
  }
  if (!withChannels) vi.stubGlobal('IntersectionObserver', FarFromEverything);
  return renderScreen<EditArticleScreenQuery>(
    EditArticleScreen,
    query,
    { id: '4' },
    { path: '/projects/:id/:page/article/:articleId', at: '/projects/7/2_none_none_none/article/4' },
  );
}
