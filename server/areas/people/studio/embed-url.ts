import type { App } from '../../../kernel/app.ts';

/** What somebody pastes into a page to have the player of an audio there. */
export const embedOf = (
  { config }: Pick<App, 'config'>,
  { articleId, channel }: { articleId: number; channel: string },
): string =>
  `<div class="parlance-player" data-channel="${channel}" data-article="${articleId}"></div>\n` +
  `<script async src="${config.publicUrl}/player/loader.js"></script>`;

/** The public page of an audio. */
export const pageUrl = ({ config }: Pick<App, 'config'>, linkKey: string): string =>
  `${config.publicUrl}/listen/${linkKey}`;
