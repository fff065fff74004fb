import { IconShieldCog } from '@tabler/icons-react';
import type { PlatformFeaturesScreenQuery } from '../../__generated__/PlatformFeaturesScreenQuery.graphql.ts';
import type { AdministrationLogScreenQuery } from '../../__generated__/AdministrationLogScreenQuery.graphql.ts';
import type { FailingItemsScreenQuery } from '../../__generated__/FailingItemsScreenQuery.graphql.ts';
import type { MailScreenQuery } from '../../__generated__/MailScreenQuery.graphql.ts';
import type { AdministeredOrganizationScreenQuery } from '../../__generated__/AdministeredOrganizationScreenQuery.graphql.ts';
import type { OrganizationsScreenQuery } from '../../__generated__/OrganizationsScreenQuery.graphql.ts';
import type { PaymentsScreenQuery } from '../../__generated__/PaymentsScreenQuery.graphql.ts';
import type { PeopleScreenQuery } from '../../__generated__/PeopleScreenQuery.graphql.ts';
import type { AdministeredPersonScreenQuery } from '../../__generated__/AdministeredPersonScreenQuery.graphql.ts';
import type { AdministeredProjectScreenQuery } from '../../__generated__/AdministeredProjectScreenQuery.graphql.ts';
import { whenPathChanges, screenRoute } from '../../relay/screen-route.ts';
import type { SystemScreenQuery } from '../../__generated__/SystemScreenQuery.graphql.ts';
import type { SecurityLogScreenQuery } from '../../__generated__/SecurityLogScreenQuery.graphql.ts';
import { accountWords } from '../../generated/words/account.ts';
import { currentWords } from '../../words/word-catalogue.ts';
import type { AccountEntry } from '../shell/account-entry.ts';
import { searchIn } from './search-address.ts';

export const administrationEntry: AccountEntry = {
  path: 'administration',
  label: () => currentWords(accountWords).administration,
  icon: IconShieldCog,
  administrators: true,
};

const queries = async () => (await import('./queries.ts')).administrationQueries;
const title = () => `${currentWords(accountWords).administration} · Parlance`;
const searched = ({ request }: { request: Request }) => ({
  search: searchIn(new URL(request.url).searchParams),
});

export const administrationRoutes = [
  screenRoute<OrganizationsScreenQuery>({
    path: administrationEntry.path,
    title,
    skeleton: 'table',
    query: [async () => (await queries()).organizations, searched],
    screen: () => import('./OrganizationsScreen.tsx'),
    shouldRevalidate: whenPathChanges,
  }),
  screenRoute<AdministeredOrganizationScreenQuery>({
    path: 'administration/organizations/:id',
    title,
    skeleton: 'form',
    query: [async () => (await queries()).organization, ({ params }) => ({ id: params['id']! })],
    screen: () => import('./AdministeredOrganizationScreen.tsx'),
  }),
  screenRoute<AdministeredProjectScreenQuery>({
    path: 'administration/projects/:id',
    title,
    skeleton: 'form',
    query: [async () => (await queries()).project, ({ params }) => ({ id: params['id']! })],
    screen: () => import('./AdministeredProjectScreen.tsx'),
  }),
  screenRoute<PeopleScreenQuery>({
    path: 'administration/people',
    title,
    skeleton: 'table',
    query: [async () => (await queries()).people, searched],
    screen: () => import('./PeopleScreen.tsx'),
    shouldRevalidate: whenPathChanges,
  }),
  screenRoute<AdministeredPersonScreenQuery>({
    path: 'administration/people/:id',
    title,
    skeleton: 'form',
    query: [async () => (await queries()).person, ({ params }) => ({ id: params['id']! })],
    screen: () => import('./AdministeredPersonScreen.tsx'),
  }),
  screenRoute<PlatformFeaturesScreenQuery>({
    path: 'administration/features',
    title,
    skeleton: 'form',
    query: [async () => (await queries()).features, () => ({})],
    screen: () => import('./PlatformFeaturesScreen.tsx'),
  }),
  screenRoute<AdministrationLogScreenQuery>({
    path: 'administration/log',
    title,
    skeleton: 'table',
    query: [async () => (await queries()).log, () => ({})],
    screen: () => import('./AdministrationLogScreen.tsx'),
  }),
  screenRoute<MailScreenQuery>({
    path: 'administration/mail',
    title,
    skeleton: 'form',
    query: [async () => (await queries()).mail, () => ({})],
    screen: () => import('./MailScreen.tsx'),
  }),
  screenRoute<PaymentsScreenQuery>({
    path: 'administration/payments',
    title,
    skeleton: 'table',
    query: [async () => (await queries()).payments, () => ({})],
    screen: () => import('./PaymentsScreen.tsx'),
  }),
  screenRoute<FailingItemsScreenQuery>({
    path: 'administration/jobs',
    title,
    skeleton: 'table',
    query: [async () => (await queries()).failingItems, () => ({})],
    screen: () => import('./FailingItemsScreen.tsx'),
  }),
  screenRoute<SystemScreenQuery>({
    path: 'administration/system',
    title,
    skeleton: 'form',
    query: [async () => (await queries()).system, () => ({})],
    screen: () => import('./SystemScreen.tsx'),
  }),
  screenRoute<SecurityLogScreenQuery>({
    path: 'administration/security',
    title,
    skeleton: 'table',
    query: [async () => (await queries()).security, () => ({})],
    screen: () => import('./SecurityLogScreen.tsx'),
  }),
];
