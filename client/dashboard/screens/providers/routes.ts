import { IconMicrophone } from '@tabler/icons-react';
import type { ProvidersScreenQuery } from '../../__generated__/ProvidersScreenQuery.graphql.ts';
import { screenRoute } from '../../relay/screen-route.ts';
import { accountWords } from '../../generated/words/account.ts';
import { currentWords } from '../../words/word-catalogue.ts';
import type { AccountEntry } from '../shell/account-entry.ts';

export const providersEntry: AccountEntry = {
  path: 'providers',
  label: () => currentWords(accountWords).providers,
  icon: IconMicrophone,
  administrators: true,
};

export const providersRoutes = [
  screenRoute<ProvidersScreenQuery>({
    path: providersEntry.path,
    title: () => `${currentWords(accountWords).providers} · Parlance`,
    skeleton: 'table',
    query: [
      async () => (await import('../../__generated__/ProvidersScreenQuery$parameters.ts')).default,
      () => ({}),
    ],
    screen: () => import('./ProvidersScreen.tsx'),
  }),
];
