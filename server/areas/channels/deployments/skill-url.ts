import type { App } from '../../../kernel/app.ts';

/** Where Amazon sends what listeners of a channel's skill say. */
export const skillUrl = ({ config }: Pick<App, 'config'>, slug: string): string =>
  `${config.publicUrl}/alexa/${slug}`;
