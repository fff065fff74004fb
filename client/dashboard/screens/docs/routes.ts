import { screenRoute } from '../../relay/screen-route.ts';

export const docsRoutes = [
  screenRoute({ path: 'docs/:slug', skeleton: 'text', screen: () => import('./DocsScreen.tsx') }),
];
