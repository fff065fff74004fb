import type { Message } from '../lib/declare-messages.ts';

/** What is checked. */
export const checkNames = [
  'CONFIGURATION',
  'DISK',
  'DATABASE',
  'STORAGE',
  'CLOCK',
  'TIME_ZONES',
  'EMAIL',
  'SPEECH',
  'PUBLIC_URL',
  'CERTIFICATE',
  'BACKUP',
] as const;
export type CheckName = (typeof checkNames)[number];

/** How serious a finding is, the least first. */
export const findingStates = ['FINE', 'WARNING', 'WRONG'] as const;
export type FindingState = (typeof findingStates)[number];

/** What a check found. */
export interface Finding {
  check: CheckName;
  /** What was examined: a path, an address without credentials, or a name. */
  examined: string;
  state: FindingState;
  /** What was found, and what to do if it is not fine. */
  message: Message;
}

/** Findings about one thing. */
export function findingsAbout(check: CheckName, examined: string) {
  const finding =
    (state: FindingState) =>
    (message: Message): Finding => ({ check, examined, state, message });
  return { fine: finding('FINE'), warning: finding('WARNING'), wrong: finding('WRONG') };
}

/** The most serious state of findings. */
export const worstState = (findings: readonly Finding[]): FindingState =>
  findingStates.findLast((state) => findings.some((finding) => finding.state === state)) ?? 'FINE';
