import type { Reason } from './request-config.ts';

const words: Record<Reason, string> = {
  'in-progress': 'no player yet, because its audio is being generated',
  'no-article': 'no player, because the project has no article for it',
  'no-audio': 'no player, because its article has no audio for everyone',
  'no-channel': 'no player, because its container has no channel',
  'no-reader': 'no player, because the page is new and the request did not come from a reader',
  'unknown-channel': 'no player, because there is no such channel',
  'deleted-channel': 'no player, because its channel was deleted',
  unreachable: 'no player, because the server does not respond',
};
const explained = new Set<string>();

/**
 * Says in the console why no player appears, once for each reason.
 * @param asked the address that was asked; empty: none
 * @param base address of the server
 */
export function explain(reason: Reason, asked: string, base: string): void {
  if (explained.has(reason)) return;
  explained.add(reason);
  console.info(`Parlance: ${words[reason]}. ${asked && `${asked} `}${base}/player/help#${reason}`);
}
