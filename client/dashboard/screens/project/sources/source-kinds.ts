import { projectWords } from '../../../generated/words/project.ts';
import { currentWords } from '../../../words/word-catalogue.ts';
import { IconKey, IconPencil, IconRss, IconWorldWww } from '@tabler/icons-react';

/** How each kind of source is drawn. */
const kinds = {
  RSS: { Icon: IconRss },
  PARSER: { Icon: IconWorldWww },
  API: { Icon: IconKey },
  API_READONLY: { Icon: IconKey },
  MANUAL: { Icon: IconPencil },
} as const;

type Kind = keyof typeof kinds;

const isKind = (type: string): type is Kind => type in kinds;

/** A kind that this version of the dashboard does not know is called as the server calls it. */
export function sourceLabel(type: string): string {
  return isKind(type) ? currentWords(projectWords).sources.kinds[type] : type;
}

export function sourceIcon(type: string) {
  return kinds[isKind(type) ? type : 'MANUAL'].Icon;
}

/** Whether it is read by the server, from time to time. */
export const isPolled = (type: string): boolean => type === 'RSS' || type === 'PARSER';

/** Whether programs send to it with a key. */
export const isKeyed = (type: string): boolean => type === 'API' || type === 'API_READONLY';
