import { expect, it } from 'vitest';
import { articleVariables } from './article-variables.ts';

it('reads search, label, review and order from the URL', () => {
  const search = new URLSearchParams('query= news &label=a b&qastatus=reviewed&sort=duration&order=asc');
  expect(articleVariables('7', '3_none_none_ready', search)).toEqual({
    id: '7',
    first: 20,
    offset: 40,
    query: 'news',
    label: 'a b',
    qaStatus: 'REVIEWED',
    sort: 'DURATION',
    descending: false,
    dateFrom: null,
    dateTo: null,
    status: 'READY',
  });
  expect(articleVariables('7', undefined, new URLSearchParams('sort=odd&qastatus=odd'))).toMatchObject({
    sort: 'ADDED',
    descending: true,
    label: null,
    qaStatus: null,
  });
});
