import { channelsWords } from '../../generated/words/channels.ts';
import { textByKey, currentWords } from '../../words/word-catalogue.ts';

/** A kind of channel, as far as its name goes. */
interface NamedKind {
  readonly type: string;
}

/** What a kind is called; one of another release by its type. */
export const labelOfKind = ({ type }: NamedKind): string =>
  textByKey(currentWords(channelsWords).kinds.label, type) ?? type;

/** What it is called where it is offered. */
export const cardTitleOf = (kind: NamedKind): string =>
  textByKey(currentWords(channelsWords).kinds.card, kind.type) ?? labelOfKind(kind);

/** What it is, in a sentence. */
export const descriptionOf = ({ type }: NamedKind): string =>
  textByKey(currentWords(channelsWords).kinds.text, type) ?? '';

/** Label of the button that creates a channel. */
export const createLabelOf = ({ type }: NamedKind): string =>
  currentWords(channelsWords).kinds.create({ type });
