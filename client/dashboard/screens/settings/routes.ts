import settingsQuery from '../../__generated__/SettingsScreenQuery$parameters.ts';
import type { SettingsScreenQuery } from '../../__generated__/SettingsScreenQuery.graphql.ts';
import { projectPartRoute } from '../../frames/project-part/project-part.ts';
import { settingsPart } from './settings-part.ts';

export const settingsRoutes = [
  projectPartRoute<SettingsScreenQuery>(settingsPart, {
    skeleton: 'form',
    query: [settingsQuery, ({ params }) => ({ id: params['id']! })],
    screen: () => import('./SettingsScreen.tsx'),
  }),
];
