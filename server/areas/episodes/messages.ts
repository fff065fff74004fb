import { declareMessages } from '../../lib/declare-messages.ts';

/** What is said of episodes. */
export const episodeMessages = declareMessages({ EPISODE_NOT_FOUND: 'This episode does not exist.' });
