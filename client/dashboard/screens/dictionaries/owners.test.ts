import { expect, test } from 'vitest';
import { chosenProjects, levelOf, ownersOf, privateProjects } from './owners.ts';

const daily = { id: 'o1', slug: 'daily', name: 'Daily' };
const weekly = { id: 'o2', slug: 'weekly', name: 'A Weekly' };
const project = (databaseId: number, name: string, organization: typeof daily | null) => ({
  id: `p${databaseId}`,
  databaseId,
  name,
  organization,
});
const projects = [project(7, 'Sports', daily), project(3, 'Culture', daily), project(9, 'Diary', null)];

test('the URL selects the owner of the dictionaries', () => {
  expect(['/dictionaries/global', '/dictionaries/organizations/daily', '/dictionaries'].map(levelOf)).toEqual(
    ['global', 'organizations', 'projects'],
  );
});

test('organizations are sorted by name, private projects last', () => {
  expect(ownersOf(projects, [daily, weekly]).map(({ slug }) => slug)).toEqual([
    'weekly',
    'daily',
    privateProjects,
  ]);
  expect(ownersOf([], [])).toEqual([]);
});

test('the default is the first organization with projects, and its first project', () => {
  const {
    owner,
    project: chosen,
    projects: own,
  } = chosenProjects(undefined, projects, [daily, weekly], null);
  expect([owner, chosen?.name]).toEqual(['daily', 'Culture']);
  expect(own.map(({ name }) => name)).toEqual(['Culture', 'Sports']);
});

test('a slug selects the organization, a number the project, and unknown values nothing', () => {
  expect(chosenProjects('weekly', projects, [weekly], null)).toMatchObject({
    owner: 'weekly',
    project: null,
  });
  expect(chosenProjects('7', projects, [], null)).toMatchObject({
    owner: 'daily',
    project: { name: 'Sports' },
  });
  expect(chosenProjects('-', projects, [], null)).toMatchObject({ owner: '-', project: { name: 'Diary' } });
  expect(chosenProjects('gone', projects, [], '7')).toMatchObject({ project: { name: 'Sports' } });
  expect(chosenProjects(undefined, [], [], null)).toEqual({ owner: null, projects: [], project: null });
});
