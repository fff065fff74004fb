import type { App } from '../kernel/app.ts';

/** A sound's address. */
export const audioAddress = ({ config }: Pick<App, 'config'>, file: string): string =>
  `${baseOf(config)}/download/audio/${file}.mp3`;

/** The address that people use, without a slash at its end. */
export const baseOf = ({ publicUrl }: { publicUrl: string }): string => publicUrl.replace(/(?<!\/)\/+$/, '');
