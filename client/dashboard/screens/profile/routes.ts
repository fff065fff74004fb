import { IconUser } from '@tabler/icons-react';
import profileQuery from '../../__generated__/ProfileScreenQuery$parameters.ts';
import type { ProfileScreenQuery } from '../../__generated__/ProfileScreenQuery.graphql.ts';
import { screenRoute } from '../../relay/screen-route.ts';
import type { AccountEntry } from '../shell/account-entry.ts';

export const profileEntry: AccountEntry = { path: 'profile', label: 'Profile', icon: IconUser };

export const profileRoutes = [
  screenRoute<ProfileScreenQuery>({
    path: profileEntry.path,
    title: 'Profile · Parlance',
    skeleton: 'form',
    query: [profileQuery, () => ({})],
    screen: () => import('./ProfileScreen.tsx'),
  }),
];
