import type { Choice, Ui } from '../controls.ts';
import type { PlayerFeaturesWords, PlayerWords } from '../generated/player-words.ts';
import type { ServiceContext } from '../player-services.ts';
import type { PlayerState } from '../store.ts';

export interface FeatureContext extends ServiceContext {
  words: PlayerWords & PlayerFeaturesWords;
  ui: Ui;
}

export interface FeatureParts {
  /** Its entries in the menu, at the moment. */
  menu?: (state: Readonly<PlayerState>) => Choice[];
  end?: () => void;
}

/** Adds a feature to a player. */
export type Feature = (context: FeatureContext) => FeatureParts;
