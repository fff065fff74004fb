import type { Action } from './action.ts';
import { audioLogo } from './audio-logo.ts';
import { backgroundMusic } from './background-music.ts';
import { chunkStrategy } from './chunk-strategy.ts';
import { leaveAsWritten } from './leave-as-written.ts';
import { normalizationModel } from './normalization-model.ts';
import { sayAs } from './say-as.ts';
import { setLabel } from './set-label.ts';
import { setStatus } from './set-status.ts';
import { skipText } from './skip-text.ts';
import { skipTitle } from './skip-title.ts';
import { voiceToVoice } from './voice-to-voice.ts';
import { volumeBoost } from './volume-boost.ts';

const declared = [
  skipTitle,
  skipText,
  sayAs,
  setLabel,
  setStatus,
  voiceToVoice,
  backgroundMusic,
  audioLogo,
  volumeBoost,
  normalizationModel,
  chunkStrategy,
  leaveAsWritten,
];

/**
 * Every kind of action, in the order in which they are offered. Each is handed what it declares as its
 * effect.
 */
export const actions = declared as unknown as readonly Action[];

type All<Effects> = (Effects extends unknown ? (one: Effects) => void : never) extends (
  all: infer Every,
) => void
  ? Every
  : never;

/** All that actions decide, by name. */
export const effects = Object.assign({}, ...declared.map(({ effect }) => effect)) as All<
  (typeof declared)[number]['effect']
>;

/** The kind of an action; null: there is none such. */
export function findAction({ action }: { action: string }): Action | null {
  return actions.find((kind) => kind.action === action) ?? null;
}
