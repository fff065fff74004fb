import type { Message } from '../lib/declare-messages.ts';
import { LOCAL_PROVIDER } from '../speech/local/local-model.ts';
import { OFFLINE_PROVIDER } from '../speech/offline-voices.ts';
import type { ProviderStatus } from '../speech/providers.ts';
import { findingsAbout, type Finding } from './check-finding.ts';
import { doctorMessages as m } from './messages.ts';

/** What speaks: the providers, and the number of natural voices that are installed on this machine. */
export interface CheckedSpeech {
  providers: readonly Pick<ProviderStatus, 'provider' | 'title' | 'unavailable' | 'circuit' | 'lastError'>[];
  installedVoices: number;
}

/** Checks which speech services are set up, and which of them are paused after failures. */
export function checkSpeech({ providers, installedVoices }: CheckedSpeech): Finding[] {
  const services = providers.filter(
    ({ provider, unavailable }) =>
      unavailable === null && provider !== OFFLINE_PROVIDER && provider !== LOCAL_PROVIDER,
  );
  const names = [
    ...services.map(({ title }) => title),
    ...(installedVoices > 0 ? ['natural voices (VOICES_DIR)'] : []),
  ];
  const { fine, warning } = findingsAbout('SPEECH', 'process.env');
  const paused = services
    .filter(({ circuit }) => circuit !== 'closed')
    .map(({ title, lastError }) =>
      findingsAbout('SPEECH', title).wrong(
        m.CHECK_SPEECH_PAUSED({ service: title, why: lastError?.told ?? '' }),
      ),
    );
  if (names.length === 0) return [warning(m.CHECK_SPEECH_PLAIN())];
  return paused.length > 0 ? paused : [fine(m.CHECK_SPEECH_FINE({ services: names.join(', ') }))];
}

/** Reports settings of speech services that cannot be read. */
export const speechFailure = (why: string | Message): Finding =>
  findingsAbout('SPEECH', 'process.env').wrong(m.CHECK_SPEECH_FAILED({ why }));
