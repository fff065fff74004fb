import { IconUser } from '@tabler/icons-react';
import type { ProfileScreenQuery } from '../../__generated__/ProfileScreenQuery.graphql.ts';
import { screenRoute } from '../../relay/screen-route.ts';
import { accountWords } from '../../generated/words/account.ts';
import { currentWords } from '../../words/word-catalogue.ts';
import type { AccountEntry } from '../shell/account-entry.ts';

export const profileEntry: AccountEntry = {
  path: 'profile',
  label: () => currentWords(accountWords).profile,
  icon: IconUser,
};

export const profileRoutes = [
  screenRoute<ProfileScreenQuery>({
    path: profileEntry.path,
    title: () => `${currentWords(accountWords).profile} · Parlance`,
    skeleton: 'form',
    query: [
      async () => (await import('../../__generated__/ProfileScreenQuery$parameters.ts')).default,
      () => ({}),
    ],
    screen: () => import('./ProfileScreen.tsx'),
  }),
];
