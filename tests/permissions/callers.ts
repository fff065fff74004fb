/**
 * Every kind of caller that the server distinguishes, by its credentials and their owner. The project belongs
 * to an organization; the owner's is private.
 */
export const callers = [
  // Callers without valid credentials.
  'nobody',
  'wrong token',
  'expired session',
  'ended session',
  'expired partner token',
  'revoked partner token',
  'replaced key',
  // Who has nothing to do with the project.
  'new user',
  'maintainer of another organization',
  'partner of another organization',
  'invited member',
  'former member', // who once made the project
  'key of another project',
  // Who reads.
  'organization viewer',
  'project stats',
  'project qa',
  'reading partner',
  'reading key',
  // Who changes.
  'organization editor',
  'organization maintainer',
  'project maintainer',
  'viewer and project maintainer',
  'editor and project qa',
  'partner',
  'key',
  'owner',
  'administrator',
] as const;

export type Caller = (typeof callers)[number];

export const withoutCredentials: readonly Caller[] = callers.slice(0, callers.indexOf('new user'));
const strangers: readonly Caller[] = callers.slice(
  callers.indexOf('new user'),
  callers.indexOf('organization viewer'),
);
const programs: readonly Caller[] = [
  'partner of another organization',
  'key of another project',
  'reading partner',
  'reading key',
  'partner',
  'key',
];
const readingPrograms: readonly Caller[] = ['reading partner', 'reading key'];
const keys: readonly Caller[] = ['key of another project', 'reading key', 'key'];

const but = (all: readonly Caller[], ...others: (readonly Caller[])[]): Caller[] =>
  all.filter((caller) => !others.flat().includes(caller));

const signedIn = but(callers, withoutCredentials);
const readers = but(signedIn, strangers);
const articleEditors = but(readers, ['organization viewer', 'project stats', 'project qa'], readingPrograms);
const maintainers: Caller[] = [
  'organization maintainer',
  'project maintainer',
  'viewer and project maintainer',
  'owner',
  'administrator',
];
const members: Caller[] = [
  'organization viewer',
  'organization editor',
  'organization maintainer',
  'viewer and project maintainer',
  'editor and project qa',
  'administrator',
];

/**
 * Callers that may do something, and callers that may know that its target exists: all with credentials,
 * unless specified.
 */
export interface Audience {
  may: readonly Caller[];
  knows?: readonly Caller[];
}

/**
 * Those whom sections 6 of the specification's documents speak of, by what they are to the project, its
 * organization or the platform.
 */
export const audiences = {
  /** A wrong token is reported as wrong, whatever is requested. */
  anybody: { may: ['nobody', ...signedIn] },
  'signed in': { may: signedIn },
  people: { may: but(signedIn, programs) },
  /** People, and programs that may write. */
  writers: { may: but(signedIn, readingPrograms) },
  /** Keys belong to one project. */
  'creators of projects': { may: but(signedIn, readingPrograms, keys) },
  administrators: { may: ['administrator'] },
  /** What is not set up. */
  'nobody without payments': { may: [] },
  /**
   * Each user has a separate studio: the audio belongs to the organization's editor, and is hidden from all
   * others.
   */
  'whose studio it is': { may: ['organization editor'], knows: ['organization editor', ...programs] },
  'invited people': { may: ['invited member'], knows: ['invited member'] },

  readers: { may: readers, knows: readers },
  'people who read': { may: but(readers, programs), knows: readers },
  /** It starts work that costs something. */
  'readers but programs that only read': { may: but(readers, readingPrograms), knows: readers },
  'editors of articles': { may: articleEditors, knows: readers },
  configurers: { may: but(articleEditors, keys), knows: readers },
  /** Of an organization's project: there are things that no private project has. */
  'configurers in an organization': { may: but(articleEditors, keys, ['owner']), knows: readers },
  maintainers: { may: maintainers, knows: readers },
  'readers of statistics': {
    may: [...maintainers, 'project stats', 'partner', 'reading partner'],
    knows: readers,
  },
  'readers of statistics in person': { may: [...maintainers, 'project stats'], knows: readers },
  reviewers: { may: ['project qa', 'editor and project qa', 'administrator'], knows: readers },
  'administrators among the readers': { may: ['administrator'], knows: readers },
  /**
   * Editors and maintainers of the organization who configure the project, in person: an account is linked
   * for all its projects.
   */
  'account holders': {
    may: but(members, ['organization viewer', 'viewer and project maintainer']),
    knows: readers,
  },

  members: {
    may: [...members, 'partner', 'reading partner'],
    knows: [...members, 'partner', 'reading partner'],
  },
  'members in person': { may: members, knows: [...members, 'partner', 'reading partner'] },
  'editors of the organization': {
    may: [
      'organization editor',
      'organization maintainer',
      'editor and project qa',
      'partner',
      'administrator',
    ],
    knows: [...members, 'partner', 'reading partner', ...keys],
  },
  'editors of the organization in person': {
    may: ['organization editor', 'organization maintainer', 'editor and project qa', 'administrator'],
    knows: [...members, 'partner', 'reading partner'],
  },
  /** Keys know nothing of what is the organization's alone. */
  'editors of its dictionaries': {
    may: [
      'organization editor',
      'organization maintainer',
      'editor and project qa',
      'partner',
      'administrator',
    ],
    knows: [...members, 'partner', 'reading partner'],
  },
  'maintainers of the organization': {
    may: ['organization maintainer', 'administrator'],
    knows: [...members, ...programs],
  },
} satisfies Record<string, Audience>;

export type AudienceName = keyof typeof audiences;
