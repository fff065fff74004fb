/** What can be broken, five faults each. */
export type Area = 'permissions' | 'states' | 'ledger' | 'feeds' | 'player' | 'settings';

/** A fault as a developer would make it in a line or two, which the tests are to find. */
export interface PlantedFault {
  /** Selects this fault in the runner. */
  name: string;
  area: Area;
  file: string;
  /**
   * Text that occurs exactly once in the file. White space matches any white space, so that formatting
   * doesn't matter.
   */
  find: string;
  replace: string;
  /**
   * By project of the runners (tests/vitest.config.ts; `player` and `player-sound` of
   * tests/playwright.config.ts), who ought to.
   */
  tests: Readonly<Record<string, readonly string[]>>;
}

/** `npm run mutants` plants each and says which test finds it. */
export const plantedFaults: readonly PlantedFault[] = [
  {
    name: 'invited-members-read',
    area: 'permissions',
    file: 'server/areas/access/project-access/access.ts',
    find: "{ organization: { members: { some: { userId, status: 'active' } } } }",
    replace: '{ organization: { members: { some: { userId } } } }',
    tests: { postgres: ['tests/graphql/projects-rights.test.ts'] },
  },
  {
    name: 'former-owners-keep',
    area: 'permissions',
    file: 'server/areas/access/project-access/policy.ts',
    find: 'if (project.organizationId === null && project.ownerId === actor.userId)',
    replace: 'if (project.ownerId === actor.userId)',
    tests: { postgres: ['tests/graphql/projects-rights.test.ts'] },
  },
  {
    name: 'editors-anywhere-link-accounts',
    area: 'permissions',
    file: 'server/areas/projects/amazon/policy.ts',
    find: ".where('organizationId', '=', organizationId)",
    replace: '',
    tests: { postgres: ['tests/alexa/linking.test.ts'] },
  },
  {
    name: 'viewers-manage-organizations',
    area: 'permissions',
    file: 'server/areas/access/organizations/policy.ts',
    find: "status: 'active', role: 'maintainer' }",
    replace: "status: 'active' }",
    tests: { postgres: ['tests/graphql/members.test.ts'] },
  },
  {
    name: 'strangers-read-episodes',
    area: 'permissions',
    file: 'server/areas/channels/episodes/list-episodes.ts',
    find: 'where: { id: { in: [...ids] }, deletedAt: null, channel: readableBy(actor) }',
    replace: 'where: { id: { in: [...ids] }, deletedAt: null }',
    tests: { postgres: ['tests/graphql/node.test.ts', 'tests/graphql/episodes.test.ts'] },
  },

  {
    name: 'older-run-goes-on',
    area: 'states',
    file: 'server/areas/articles/articles/article-states.ts',
    find: ".where('run', '=', run) .where('status', 'in', from)",
    replace: ".where('status', 'in', from)",
    tests: { postgres: ['tests/pipeline/states.test.ts'] },
  },
  {
    name: 'held-is-voiced',
    area: 'states',
    file: 'server/areas/articles/articles/article-states.ts',
    find: ".$if(name === 'start', (update) => update.where('holdReason', 'is', null))",
    replace: '',
    tests: { postgres: ['tests/pipeline/states.test.ts', 'tests/pipeline/rules.test.ts'] },
  },
  {
    name: 'beginning-is-untold',
    area: 'states',
    file: 'server/areas/articles/articles/article-states.ts',
    find: "await app.pubsub.publish(sql, articleEvent, { kind: 'changed', articleId, projectId: begun.projectId });",
    replace: '',
    tests: { postgres: ['tests/pipeline/states.test.ts', 'tests/graphql/articles-watching.test.ts'] },
  },
  {
    name: 'outages-use-up-attempts',
    area: 'states',
    file: 'server/pipeline/voice-article.ts',
    find: '...(verdict.countsAsAttempt && { attempts: failed.attempts + 1 })',
    replace: 'attempts: failed.attempts + 1',
    tests: { postgres: ['tests/pipeline/failures.test.ts'] },
  },
  {
    name: 'last-start-is-refused',
    area: 'states',
    file: 'server/pipeline/voice-article.ts',
    find: 'if (attempt > articleJob.retryLimit)',
    replace: 'if (attempt >= articleJob.retryLimit)',
    tests: { postgres: ['tests/pipeline/states.test.ts'] },
  },

  {
    name: 'limit-ends-before-it-is-reached',
    area: 'ledger',
    file: 'server/areas/access/accounts/ledger.ts',
    find: 'if (limit !== null && used > limit)',
    replace: 'if (limit !== null && used >= limit)',
    tests: { postgres: ['tests/pipeline/money.test.ts'] },
  },
  {
    name: 'others-reservations-given-back',
    area: 'ledger',
    file: 'server/areas/access/accounts/ledger.ts',
    find: ".where('articleId', '=', articleId) .orderBy('key')",
    replace: ".orderBy('key')",
    tests: { postgres: ['tests/pipeline/money.test.ts'] },
  },
  {
    name: 'refund-counts-today',
    area: 'ledger',
    file: 'server/areas/access/accounts/ledger.ts',
    find: "sql<string>`${why}::text`.as('why'), 'day',",
    replace: "sql<string>`${why}::text`.as('why'), today().as('day'),",
    tests: { postgres: ['tests/pipeline/money.test.ts'] },
  },
  {
    name: 'cost-is-not-returned',
    area: 'ledger',
    file: 'server/areas/access/accounts/ledger.ts',
    find: 'sql<number>`-"cost"`',
    replace: 'sql<number>`"cost"`',
    tests: { postgres: ['tests/pipeline/ledger.test.ts'] },
  },
  {
    name: 'ledger-of-all-accounts',
    area: 'ledger',
    file: 'server/areas/access/accounts/read-ledger.ts',
    find: 'where: { account: { organizationId } },',
    replace: '',
    tests: { postgres: ['tests/graphql/members.test.ts'] },
  },

  {
    name: 'json-feed-has-one-page',
    area: 'feeds',
    file: 'server/feeds/read-articles.ts',
    find: 'limit: jsonPageItems + 1',
    replace: 'limit: jsonPageItems',
    tests: { postgres: ['tests/feeds/addresses.test.ts'] },
  },
  {
    name: 'title-is-markup',
    area: 'feeds',
    file: 'server/feeds/podcast-rss.ts',
    find: '${escape(shorten(title, linkCharacters))}',
    replace: '${shorten(title, linkCharacters)}',
    tests: { unit: ['server/feeds/podcast-rss.test.ts'] },
  },
  {
    name: 'signed-only-is-in-feeds',
    area: 'feeds',
    file: 'server/areas/channels/publications/public-audio.ts',
    find: 'isTooShort && !project.securityEnabled ? whole : null',
    replace: 'isTooShort ? whole : null',
    tests: { postgres: ['tests/feeds/contents.test.ts', 'tests/http/paywall-everywhere.test.ts'] },
  },
  {
    name: 'full-group-waits',
    area: 'feeds',
    file: 'server/areas/channels/episodes/assign-articles.ts',
    find: 'at + size <= rows.length',
    replace: 'at + size < rows.length',
    tests: { postgres: ['tests/pipeline/episodes.test.ts'] },
  },
  {
    name: 'lost-episode-is-untold',
    area: 'feeds',
    file: 'server/areas/channels/episodes/single-article-episode.ts',
    find: 'if (changed.length + gone.length > 0)',
    replace: 'if (changed.length > 0)',
    tests: { postgres: ['tests/pipeline/episodes.test.ts'] },
  },

  {
    name: 'sleeps-after-seconds',
    area: 'player',
    file: 'client/player/choices.ts',
    find: 'window.setTimeout(asleep, sleep * 60_000)',
    replace: 'window.setTimeout(asleep, sleep * 1_000)',
    tests: { player: ['tests/player/playing.spec.ts'] },
  },
  {
    name: 'two-players-sound',
    area: 'player',
    file: 'client/player/single-playback.ts',
    find: "if (sounding !== store) sounding?.request({ type: 'pause' });",
    replace: '',
    tests: { 'player-sound': ['tests/player/sound/listening.spec.ts'] },
  },
  {
    name: 'skipped-counts-as-heard',
    area: 'player',
    file: 'client/player/player-engine.ts',
    find: 'since = flows ? time : null; change({ time });',
    replace: 'change({ time });',
    tests: { player: ['tests/player/playing.spec.ts'] },
  },
  {
    name: 'events-kept-without-consent',
    area: 'player',
    file: 'client/player/statistics/event-queue.ts',
    find: 'if (!agreed) return; const dated',
    replace: 'const dated',
    tests: { player: ['tests/player/statistics.spec.ts'] },
  },
  {
    name: 'advertisement-comes-late',
    area: 'player',
    file: 'client/player/ads/ads.ts',
    find: 'count >= ads.interval',
    replace: 'count > ads.interval',
    tests: { player: ['tests/player/ads.spec.ts'] },
  },

  {
    name: 'what-stays-is-checked',
    area: 'settings',
    file: 'server/kernel/settings.ts',
    find: 'if (!declared || isSame(value, before[key])) continue;',
    replace: 'if (!declared) continue;',
    tests: { unit: ['server/kernel/settings.test.ts'] },
  },
  {
    name: 'switching-off-needs-a-booking',
    area: 'settings',
    file: 'server/kernel/settings.ts',
    find: 'featureOf: (on) => (on ? (declared.feature ?? null) : null)',
    replace: 'featureOf: () => declared.feature ?? null',
    tests: { unit: ['server/kernel/settings.test.ts'] },
  },
  {
    name: 'lifted-limit-still-stops',
    area: 'settings',
    file: 'server/areas/projects/projects/update-project.ts',
    find: '(!limitEnabled || Number(limitPerDay) > before.limitPerDay)',
    replace: 'Number(limitPerDay) > before.limitPerDay',
    tests: { postgres: ['tests/pipeline/money.test.ts'] },
  },
  {
    name: 'stale-changes-overwrite',
    area: 'settings',
    file: 'server/areas/projects/projects/update-project.ts',
    find: 'if (stale) throw stale;',
    replace: '',
    tests: { postgres: ['tests/graphql/configuration.test.ts'] },
  },
  {
    name: 'clone-takes-administrators-settings',
    area: 'settings',
    file: 'server/areas/projects/projects/clone-configuration.ts',
    find: 'administratorsOnly && !isAdministrator ? [] : [[key, project[key as keyof Project]] as const]',
    replace: '[[key, project[key as keyof Project]] as const]',
    tests: { postgres: ['tests/graphql/configuration.test.ts'] },
  },
];
