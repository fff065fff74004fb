import { channelMessages } from '../messages.ts';
import type { Message } from '../../../../lib/declare-messages.ts';

/** Of players, unless somebody chooses another (specification, section 4). */
export const defaultColor = '#5d72e4';

/** Why a text is no color, or null. */
export const colorProblem = (value: string): Message | null =>
  /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.test(value) ? null : channelMessages.NOT_A_COLOR();
