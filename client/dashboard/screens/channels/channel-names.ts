import { channelsWords } from '../../generated/words/channels.ts';
import { wordsNow } from '../../words/word-catalogue.ts';

/** A kind of channel, as far as its name goes. */
export interface NamedKind {
  readonly type: string;
  readonly label: string;
}

export const labelOfKind = ({ type, label }: NamedKind): string =>
  wordsNow(channelsWords).kinds.label({ type, label });
export const cardTitleOf = ({ type, label }: NamedKind): string =>
  wordsNow(channelsWords).kinds.card({ type, label });

/** What the button says that creates one. */
export const createLabelOf = ({ type }: NamedKind): string => wordsNow(channelsWords).kinds.create({ type });
