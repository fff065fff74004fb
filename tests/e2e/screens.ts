import { type Page } from '@playwright/test';
import type { Stage } from './stage.ts';

/**
 * Every screen of the dashboard: what to call it, its address, and the heading that says that it is there.
 */
export const screensOf = ({
  archive,
  newsroom,
  foreign,
}: Stage): [name: string, path: string, heading: RegExp][] => [
  ['dashboard', '/projects/dashboard', /^Hello/],
  ['project', '/projects/1', /./],
  ['project with errors', `/projects/${archive}`, /rchive/],
  ['project without a match', `/projects/${archive}/1_none_none_ready`, /rchive/],
  ['add article', '/projects/1/add-article/', /Add article/],
  ['edit article', '/projects/1/1_none_none_none/article/1', /Edit Article/],
  ['create project', '/projects/create/', /New project/],
  ['settings', '/projects/3/settings', /Configure project/],
  ['statistics', '/projects/1/stats', /./],
  ['quality', '/projects/1/qa', /./],
  ['rules', `/projects/${newsroom}/processing-rules`, /Processing rules/],
  ['no rules', `/projects/${archive}/processing-rules`, /Processing rules/],
  ['locked rules', `/projects/${foreign.project}/processing-rules`, /Processing rules/],
  ['new rule', `/projects/${newsroom}/processing-rules?new`, /Processing rules/],
  ['channel chooser', `/projects/${newsroom}/add-channel`, /Add channel/],
  ['chooser with nothing booked', `/projects/${foreign.project}/add-channel`, /Add channel/],
  ['new podcast', `/projects/${newsroom}/add-channel-podcast`, /New Podcast/],
  ['new player', `/projects/${newsroom}/add-channel-player`, /New Player Channel/],
  ['new playlist player', `/projects/${newsroom}/add-channel-playlist-player`, /New Playlist Player Channel/],
  ['new action', `/projects/${newsroom}/add-channel-google-action`, /New Google Action/],
  ['new playlist', `/projects/${newsroom}/add-playlist`, /./],
  ['speech services', '/projects/providers', /Speech services/],
  ['profile', '/projects/profile', /Profile/],
  ['organization', '/projects/organization/demo', /Demo Publishing House/],
  ['organizations', '/projects/administration', /^Administration$/],
  ['an organization', '/projects/administration/organizations/1', /./],
  ['a project for administrators', '/projects/administration/projects/1', /./],
  ['people', '/projects/administration/people', /./],
  ['features for everybody', '/projects/administration/features', /./],
  ['log of administration', '/projects/administration/log', /./],
  ['documentation', '/projects/docs/first-article', /From article to audio/],
  ['not found', '/projects/2147483647', /Not found/],
];

/** Unfolds what is folded. */
export async function openPanels(page: Page): Promise<void> {
  await page.evaluate(() => {
    document.querySelectorAll('main details').forEach((panel) => panel.setAttribute('open', ''));
    document
      .querySelectorAll<HTMLElement>('main [aria-expanded="false"][aria-controls]:not([aria-haspopup])')
      .forEach((button) => button.click());
  });
}
