import type { Action } from './action.ts';
import { audioLogo } from './audio-logo.ts';
import { backgroundMusic } from './background-music.ts';
import { chunkStrategy } from './chunk-strategy.ts';
import { sayAs } from './say-as.ts';
import { setLabel } from './set-label.ts';
import { setStatus } from './set-status.ts';
import { skipText } from './skip-text.ts';
import { skipTitle } from './skip-title.ts';
import { volumeBoost } from './volume-boost.ts';

/** Every kind of action, in the order in which they are offered. */
export const actions: readonly Action[] = [
  skipTitle, skipText, sayAs, setLabel, setStatus, backgroundMusic, audioLogo, volumeBoost, chunkStrategy,
];

/** The kind of an action; null: there is none such. */
export function findAction({ action }: { action: string }): Action | null {
  return actions.find((kind) => kind.action === action) ?? null;
}
