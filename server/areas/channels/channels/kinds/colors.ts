import { choice } from '../../../../kernel/settings.ts';
import { channelMessages } from '../messages.ts';
import type { Message } from '../../../../lib/declare-messages.ts';

/** Default color of players (specification, section 4). */
export const defaultColor = '#5d72e4';

/** Why a text is no color, or null. */
export const colorProblem = (value: string): Message | null =>
  /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.test(value) ? null : channelMessages.NOT_A_COLOR();

/** The background of players that are not transparent. */
export const colorScheme = choice(['light', 'dark', 'auto'], {
  description: 'Color scheme of the player. `AUTO` matches the page, as transparent players always do.',
  default: 'light',
  optionsAre: 'PlayerColorScheme',
  graphqlOnly: true,
});
