import settingsQuery from '../../__generated__/SettingsScreenQuery$parameters.ts';
import type { SettingsScreenQuery } from '../../__generated__/SettingsScreenQuery.graphql.ts';
import { screenRoute } from '../../relay/screen-route.ts';

export const settingsRoutes = [
  screenRoute<SettingsScreenQuery>({
    path: ':id/settings',
    skeleton: 'form',
    query: [settingsQuery, ({ params }) => ({ id: params['id']! })],
    screen: () => import('./SettingsScreen.tsx'),
  }),
];
