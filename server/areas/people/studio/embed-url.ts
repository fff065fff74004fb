import type { App } from '../../../kernel/app.ts';

/** Returns the embed code of an audio's player, to paste into a page. */
export const embedOf = (
  { config }: Pick<App, 'config'>,
  { articleId, channel }: { articleId: number; channel: string },
): string =>
  `<div class="parlance-player" data-channel="${channel}" data-article="${articleId}"></div>\n` +
  `<script async src="${config.publicUrl}/player/loader.js"></script>`;

/** The public page of an audio. */
export const pageUrl = ({ config }: Pick<App, 'config'>, linkKey: string): string =>
  `${config.publicUrl}/listen/${linkKey}`;
