import { formatCount } from '../../ui/format.ts';
import { audioAdsWords } from '../../generated/words/audioAds.ts';
import { settingsWords } from '../../generated/words/settings.ts';
import { sourceWords } from '../../generated/words/source.ts';
import { currentWords } from '../../words/word-catalogue.ts';
import type { SettingsFormState } from './settings-form-state.ts';
import type { SectionId } from './settings-sections.ts';

/** A formatted count; invalid input is returned unchanged. */
const typed = (value: number | string): string => (typeof value === 'number' ? formatCount(value) : value);

/** What a section is set to, in a few words beside its title. */
export function sectionSummary(id: SectionId, { value, project }: SettingsFormState): string {
  const w = currentWords(settingsWords).summary;
  switch (id) {
    case 'name':
      return value.name;
    case 'organization':
      if (value.organization === null) return w.privateProject;
      return value.organization === project.organization?.id
        ? project.organization.name
        : w.otherOrganization;
    case 'voice':
      return (value.voiceName === project.voice.name && project.voice.details?.label) || '';
    case 'failover':
      return value.failoverVoice === null ? w.noFailover : '';
    case 'sound':
      return w.bitrate({ kbits: value.audioBitrate, cover: value.cover !== null });
    case 'sources':
      return Object.values(value.sourceTypes)
        .map((type) => currentWords(sourceWords).types[type as 'RSS'] ?? type)
        .join(', ');
    case 'limit':
      return value.limitEnabled ? w.limit({ characters: typed(value.limitPerDay) }) : w.noLimit;
    case 'parsing':
      return value.mainUrl ?? '';
    case 'paywall':
      return value.paywall
        ? w.paywall({ paragraphs: typed(value.paywallParagraphLimit), signed: value.securityEnabled })
        : w.off;
    case 'ads':
      return value.audioAds && value.audioAdsProvider
        ? w.ads({
            provider: currentWords(audioAdsWords).providers[value.audioAdsProvider],
            articles: typed(value.audioAdsInterval),
          })
        : w.off;
    case 'smartQa':
      return w.smartQa({ articles: typed(value.qaPercentArticles), errors: typed(value.qaPercentErrors) });
    case 'duplicator':
      return w.duplicates({ count: value.children.length });
    case 'normalization':
      if (!value.normalization) return w.off;
      return value.normalizationPrompt === null ? w.on : w.ownPrompt;
    default:
      return '';
  }
}
