import { type Page } from '@playwright/test';
import type { Stage, Who } from './stage.ts';

/** What to call a screen, its address, and the heading that says that it is there. */
export type Screen = [name: string, path: string, heading: RegExp];

/** What the screens of the dashboard are about. */
export const walks = [
  'of a newspaper',
  'of what is heard',
  'of rules and channels',
  'of administrators',
] as const;

const administratorScreens: Screen[] = [
  ['speech services', '/projects/providers', /Speech services/],
  ['global dictionaries', '/dictionaries/global', /^Dictionaries$/],
  ['forgotten password', '/forgotten-password', /./],
  ['new password', '/reset-password#pr_none', /./],
  ['link account', '/link-account#id_none', /./],
  ['sign-up', '/sign-up', /Create account/],
  ['confirm sign-up', '/confirm-sign-up#su_none', /./],
  ['invitation', '/invitation#in_none', /./],
  ['security log', '/projects/administration/security', /^Administration$/],
  ['organizations', '/projects/administration', /^Administration$/],
  ['an organization', '/projects/administration/organizations/1', /./],
  ['a project for administrators', '/projects/administration/projects/1', /./],
  ['people', '/projects/administration/people', /./],
  ['features for everybody', '/projects/administration/features', /./],
  ['mail', '/projects/administration/mail', /^Administration$/],
  ['payments', '/projects/administration/payments', /^Administration$/],
  ['jobs', '/projects/administration/jobs', /^Administration$/],
  ['system', '/projects/administration/system', /^Administration$/],
  ['log of administration', '/projects/administration/log', /./],
];

/** Every screen of the dashboard, and who looks at it. */
export const screensOf = ({
  archive,
  newsroom,
  foreign,
  audio,
}: Pick<Stage, 'archive' | 'newsroom' | 'foreign' | 'audio'>): Record<
  (typeof walks)[number],
  [Who, Screen[]]
> => ({
  'of a newspaper': [
    'demo',
    [
      ['dashboard', '/projects/dashboard', /^Hello/],
      ['project', '/projects/1', /./],
      ['add article', '/projects/1/add-article/', /Add article/],
      ['edit article', '/projects/1/1_none_none_none/article/1', /Edit Article/],
      ['create project', '/projects/create/', /New project/],
      ['settings', '/projects/3/settings', /^Settings/],
      ['profile', '/projects/profile', /^Hello/],
      ['organization', '/projects/organization/demo', /Demo Publishing House/],
      ['webhooks of an organization', '/projects/organization/demo/webhooks', /^Webhooks$/],
      ['documentation', '/projects/docs/first-article', /Turn an article into audio/],
      ['studio', '/studio', /Your audio/],
      ['new audio', '/studio/new-audio', /New audio/],
      ['profile in the studio', '/studio/profile', /^Hello/],
      ['not found', '/projects/2147483647', /Not found/],
    ],
  ],
  'of what is heard': [
    'demo',
    [
      ['statistics', '/projects/1/stats', /./],
      ['plays', '/projects/1/stats?report=PlaysByDay&range=last-90-days', /./],
      ['articles by plays', '/projects/1/stats?report=Articles', /./],
      ['where listeners stop', '/projects/1/stats/articles/1', /./],
      ['quality', '/projects/1/qa', /./],
      ['review', '/projects/1/qa/1/edit', /./],
      ['dictionaries', '/dictionaries/projects', /^Dictionaries$/],
      ['dictionaries of an organization', '/dictionaries/organizations/demo', /^Dictionaries$/],
    ],
  ],
  'of rules and channels': [
    'maintainer',
    [
      ['project with errors', `/projects/${archive}`, /Archive/],
      ['project without a match', `/projects/${archive}/1_none_none_ready`, /Archive/],
      ['rules', `/projects/${newsroom}/processing-rules`, /Processing rules/],
      ['no rules', `/projects/${archive}/processing-rules`, /Processing rules/],
      ['locked rules', `/projects/${foreign.project}/processing-rules`, /Processing rules/],
      ['new rule', `/projects/${newsroom}/processing-rules?new`, /Processing rules/],
      ['channels', `/projects/${newsroom}/channels`, /^Channels$/],
      ['playlists', `/projects/${newsroom}/playlists`, /^Playlists$/],
      ['webhooks', `/projects/${newsroom}/webhooks`, /^Webhooks$/],
      ['dictionary of a project', `/projects/${newsroom}/dictionary`, /^Dictionary$/],
      ['channel chooser', `/projects/${newsroom}/add-channel`, /Add channel/],
      ['chooser with nothing booked', `/projects/${foreign.project}/add-channel`, /Add channel/],
      ['new podcast', `/projects/${newsroom}/add-channel-podcast`, /New Podcast/],
      ['new player', `/projects/${newsroom}/add-channel-player`, /New Player Channel/],
      [
        'new playlist player',
        `/projects/${newsroom}/add-channel-playlist-player`,
        /New Playlist Player Channel/,
      ],
      ['new action', `/projects/${newsroom}/add-channel-google-action`, /New Google Action/],
      ['edit audio', `/studio/edit-audio/${audio}`, /Edit audio/],
      ['new playlist', `/projects/${newsroom}/add-playlist`, /./],
    ],
  ],
  'of administrators': ['admin', administratorScreens],
});

const nowhere = { archive: 0, newsroom: 0, audio: '', foreign: { project: 0 } as Stage['foreign'] };
/** Number of screens of each walk, for tests that are declared before there is a stage. */
export const screenCounts = Object.fromEntries(
  Object.entries(screensOf(nowhere)).map(([walk, [, screens]]) => [walk, screens.length]),
) as Record<(typeof walks)[number], number>;

/** Unfolds what is folded. */
export async function openPanels(page: Page): Promise<void> {
  await page.evaluate(() => {
    document.querySelectorAll('main details').forEach((panel) => panel.setAttribute('open', ''));
    document
      .querySelectorAll<HTMLElement>('main [aria-expanded="false"][aria-controls]:not([aria-haspopup])')
      .forEach((button) => button.click());
  });
}
