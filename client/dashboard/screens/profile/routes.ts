import profileQuery from '../../__generated__/ProfileScreenQuery$parameters.ts';
import type { ProfileScreenQuery } from '../../__generated__/ProfileScreenQuery.graphql.ts';
import { screenRoute } from '../../relay/screen-route.ts';

export const profileRoutes = [
  screenRoute<ProfileScreenQuery>({
    path: 'profile',
    title: 'Profile · Parlance',
    skeleton: 'form',
    query: [profileQuery, () => ({})],
    screen: () => import('./ProfileScreen.tsx'),
  }),
];
