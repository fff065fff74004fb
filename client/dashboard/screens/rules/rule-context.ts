import { createContext, useContext } from 'react';
import type { SoundChoice_project$key } from '../../__generated__/SoundChoice_project.graphql.ts';
import type { Catalogue } from './rule-fields.ts';
import type { ValueNames } from './rule-sentence.ts';

/** What rules of a project are made of: kinds of conditions and actions, voices, sounds. */
export interface RuleContextValue {
  project: SoundChoice_project$key;
  /** Of the project. */
  projectId: string;
  catalogue: Catalogue;
  /** Whose voices are offered. */
  voiceLanguage: string;
  names: ValueNames;
  canEdit: boolean;
  /** True even if the organization no longer has the feature, because existing rules are still applied. */
  canDelete: boolean;
}

export const RuleContext = createContext<RuleContextValue | null>(null);

export function useRuleContext(): RuleContextValue {
  const surroundings = useContext(RuleContext);
  if (!surroundings) throw new Error('Rules are shown within RuleContext.');
  return surroundings;
}
