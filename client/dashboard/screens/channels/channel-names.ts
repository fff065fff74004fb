/** A kind of channel, as far as its name goes. */
export interface NamedKind {
  readonly type: string;
  readonly label: string;
}

/** Headings of the forms that create, and what their buttons say; kinds without a line are called by their label. */
const words: Readonly<Record<string, { heading: string; card?: string; create?: string }>> = {
  playlistPlayer: { heading: 'New Playlist Player Channel' },
  podcast: { heading: 'New Podcast', create: 'Create new Podcast' },
  googleAction: { heading: 'New Google Action' },
  alexaSkill: { heading: 'New Alexa Skill' },
  json: { heading: 'New JSON Feed', card: 'JSON Feed' },
  alexaFB: { heading: 'New Alexa Flash Briefing' },
  player: { heading: 'New Player Channel' },
};

export const headingOf = ({ type, label }: NamedKind): string => words[type]?.heading ?? `New ${label}`;
export const cardTitleOf = ({ type, label }: NamedKind): string => words[type]?.card ?? label;
export const createLabelOf = ({ type }: NamedKind): string => words[type]?.create ?? 'Save';
