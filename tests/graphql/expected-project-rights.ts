/** Which rights the people and programs of a project have: expected by the tests of its functions. */
export type Right = 'read' | 'editArticles' | 'configure' | 'delete' | 'readLog' | 'keepSecurityKey';
export const everything: Right[] = [
  'read',
  'editArticles',
  'configure',
  'delete',
  'readLog',
  'keepSecurityKey',
];
export const nothing: Right[] = [];

/** Written out once more, so that a change of the table in the code is noticed. */
export const inOrganization: Record<string, Right[]> = {
  administrator: everything,
  system: everything,
  owner: nothing,
  maintainer: everything,
  editor: ['read', 'editArticles', 'configure'],
  viewer: ['read'],
  invited: nothing,
  outsider: nothing,
  'project maintainer': everything,
  'project stats': ['read'],
  'project qa': ['read'],
  partner: ['read', 'editArticles', 'configure'],
  'read-only partner': ['read'],
  "another organization's partner": nothing,
  key: ['read', 'editArticles'],
  'read-only key': ['read'],
  "another project's key": nothing,
};
export const inPrivate: Record<string, Right[]> = {
  ...inOrganization,
  owner: everything,
  maintainer: nothing,
  editor: nothing,
  viewer: nothing,
  partner: nothing,
  'read-only partner': nothing,
};
