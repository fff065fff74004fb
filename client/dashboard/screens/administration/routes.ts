import { IconShieldCog } from '@tabler/icons-react';
import featuresQuery from '../../__generated__/PlatformFeaturesScreenQuery$parameters.ts';
import type { PlatformFeaturesScreenQuery } from '../../__generated__/PlatformFeaturesScreenQuery.graphql.ts';
import logQuery from '../../__generated__/AdministrationLogScreenQuery$parameters.ts';
import type { AdministrationLogScreenQuery } from '../../__generated__/AdministrationLogScreenQuery.graphql.ts';
import mailQuery from '../../__generated__/MailScreenQuery$parameters.ts';
import type { MailScreenQuery } from '../../__generated__/MailScreenQuery.graphql.ts';
import organizationQuery from '../../__generated__/AdministeredOrganizationScreenQuery$parameters.ts';
import type { AdministeredOrganizationScreenQuery } from '../../__generated__/AdministeredOrganizationScreenQuery.graphql.ts';
import organizationsQuery from '../../__generated__/OrganizationsScreenQuery$parameters.ts';
import type { OrganizationsScreenQuery } from '../../__generated__/OrganizationsScreenQuery.graphql.ts';
import peopleQuery from '../../__generated__/PeopleScreenQuery$parameters.ts';
import type { PeopleScreenQuery } from '../../__generated__/PeopleScreenQuery.graphql.ts';
import personQuery from '../../__generated__/AdministeredPersonScreenQuery$parameters.ts';
import type { AdministeredPersonScreenQuery } from '../../__generated__/AdministeredPersonScreenQuery.graphql.ts';
import projectQuery from '../../__generated__/AdministeredProjectScreenQuery$parameters.ts';
import type { AdministeredProjectScreenQuery } from '../../__generated__/AdministeredProjectScreenQuery.graphql.ts';
import { ofAnotherPath, screenRoute } from '../../relay/screen-route.ts';
import securityQuery from '../../__generated__/SecurityLogScreenQuery$parameters.ts';
import type { SecurityLogScreenQuery } from '../../__generated__/SecurityLogScreenQuery.graphql.ts';
import { accountWords } from '../../generated/words/account.ts';
import { wordsNow } from '../../words/word-catalogue.ts';
import type { AccountEntry } from '../shell/account-entry.ts';
import { searchIn } from './search-address.ts';

export const administrationEntry: AccountEntry = {
  path: 'administration',
  label: () => wordsNow(accountWords).administration,
  icon: IconShieldCog,
  administrators: true,
};

const title = () => `${wordsNow(accountWords).administration} · Parlance`;
const searched = ({ request }: { request: Request }) => ({
  search: searchIn(new URL(request.url).searchParams),
});

export const administrationRoutes = [
  screenRoute<OrganizationsScreenQuery>({
    path: administrationEntry.path,
    title,
    skeleton: 'table',
    query: [organizationsQuery, searched],
    screen: () => import('./OrganizationsScreen.tsx'),
    shouldRevalidate: ofAnotherPath,
  }),
  screenRoute<AdministeredOrganizationScreenQuery>({
    path: 'administration/organizations/:id',
    title,
    skeleton: 'form',
    query: [organizationQuery, ({ params }) => ({ id: params['id']! })],
    screen: () => import('./AdministeredOrganizationScreen.tsx'),
  }),
  screenRoute<AdministeredProjectScreenQuery>({
    path: 'administration/projects/:id',
    title,
    skeleton: 'form',
    query: [projectQuery, ({ params }) => ({ id: params['id']! })],
    screen: () => import('./AdministeredProjectScreen.tsx'),
  }),
  screenRoute<PeopleScreenQuery>({
    path: 'administration/people',
    title,
    skeleton: 'table',
    query: [peopleQuery, searched],
    screen: () => import('./PeopleScreen.tsx'),
    shouldRevalidate: ofAnotherPath,
  }),
  screenRoute<AdministeredPersonScreenQuery>({
    path: 'administration/people/:id',
    title,
    skeleton: 'form',
    query: [personQuery, ({ params }) => ({ id: params['id']! })],
    screen: () => import('./AdministeredPersonScreen.tsx'),
  }),
  screenRoute<PlatformFeaturesScreenQuery>({
    path: 'administration/features',
    title,
    skeleton: 'form',
    query: [featuresQuery, () => ({})],
    screen: () => import('./PlatformFeaturesScreen.tsx'),
  }),
  screenRoute<AdministrationLogScreenQuery>({
    path: 'administration/log',
    title,
    skeleton: 'table',
    query: [logQuery, () => ({})],
    screen: () => import('./AdministrationLogScreen.tsx'),
  }),
  screenRoute<MailScreenQuery>({
    path: 'administration/mail',
    title,
    skeleton: 'form',
    query: [mailQuery, () => ({})],
    screen: () => import('./MailScreen.tsx'),
  }),
  screenRoute<SecurityLogScreenQuery>({
    path: 'administration/security',
    title,
    skeleton: 'table',
    query: [securityQuery, () => ({})],
    screen: () => import('./SecurityLogScreen.tsx'),
  }),
];
