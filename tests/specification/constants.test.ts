import { expect, test } from 'vitest';
import { playlistPlayer } from '../../server/areas/channels/channels/kinds/playlist-player-channel.ts';
import { player } from '../../server/areas/channels/channels/kinds/player-channel.ts';
import { defaultNormalizationPrompt } from '../../server/areas/articles/normalization/default-prompt.ts';
import { playerLanguages } from '../../server/areas/channels/player/generated/player-languages.ts';
import { actions } from '../../server/areas/library/rules/actions/registry.ts';
import { ruleTemplates } from '../../server/areas/library/rules/rule-catalogue.ts';
import { conditions } from '../../server/areas/library/rules/conditions/registry.ts';
import { ads } from '../../server/areas/library/settings/groups/ad-settings.ts';
import { bookableFeatures, featureFlags } from '../../server/kernel/features.ts';
import { product } from '../../server/product.ts';
import { services } from '../../server/speech/services.ts';

const actionOf = (name: string) => actions.find(({ action }) => action === name)!;
const optionsOf = (name: string) => actionOf(name).options!.map(({ value }) => value);
const list = (text: string) => text.split(', ');
const lowerCase = (titles: string[]) => titles.map((title) => title.toLowerCase());

test('the features that organizations and projects can have', () => {
  expect(bookableFeatures).toEqual(
    expect.arrayContaining(
      list(
        'reports, audio-rules, qa, playlist, labels, download-highres, paywall, ' +
          'ad-insert, custom-ad, smart-qa, article-duplicator, article-log, podcast, ' +
          'google-action, alexa-skill, json-feed, alexa-fb, player-bordered, player-v4',
      ),
    ),
  );
});

test('the flags that administrators switch on', () => {
  expect(featureFlags.toSorted()).toEqual(
    list(
      'character_limit, feature_highlight_text, google_ads, parse_date_hint, ' +
        'player-bordered, player-v4, reload_article_buttons, security',
    ),
  );
});

test('the ads: providers, interval and lengths', () => {
  const { audioAdsProvider, audioAdsInterval, audioAdsLength } = ads.settings;
  expect(audioAdsProvider.options).toEqual(['rmsi', 'nex360', product.value, 'sevenone', 'google']);
  expect(audioAdsInterval).toMatchObject({ default: 10, min: 1, max: 30 });
  expect(audioAdsLength).toMatchObject({ default: 15, options: [15, 20, 30, 40] });
});

test('the normalization prompt is German and lists what is spelled out', () => {
  for (const word of list(
    'Zahlen, Datumsangaben, Uhrzeiten, Spielstände, Geldbeträge, Maßeinheiten, ' +
      'Prozentangaben, Brüche, Aufzählungen',
  ))
    expect(defaultNormalizationPrompt).toContain(word);
});

test('the versions of players', () => {
  expect(player.settings.settings.version).toMatchObject({ options: [2, 3, 4], default: 2 });
  expect(playlistPlayer.settings.settings.version).toMatchObject({ options: [3], default: 3 });
});

test('the consent message of the player is German and mentions cookies', () => {
  expect(player.settings.settings.cmpPlaceholderMessage.default).toMatch(/^Bitte akzeptieren Sie Cookies/);
});

test('the call to action and the color of a new player', () => {
  const { cta, color } = player.settings.settings;
  expect([cta.default, color.default]).toEqual(['Listen to this article:', '#5d72e4']);
  expect(playlistPlayer.settings.settings.color.default).toBe('#5d72e4');
});

test('the languages of the player', () => {
  expect(playerLanguages).toEqual(['en', 'da', 'de', 'es', 'fi', 'fr', 'it', 'nb', 'nl', 'pl', 'pt', 'sv']);
});

test('the speech services', () => {
  expect(services.map(({ id }) => id).toSorted()).toEqual(
    list('amazon, elevenlabs, gemini25, google, ibm, microsoft, openai'),
  );
});

test('the conditions of rules', () => {
  expect(lowerCase(conditions.map(({ title }) => title))).toEqual(
    list(
      'always, title contains, text contains, title or text contains, label is, ' +
        'length greater than, length less than, url contains, voice equals, ' +
        'status equals',
    ),
  );
  expect(conditions.at(-1)!.defaultValue).toBe('parsed');
});

test('the actions of rules, and which take several values', () => {
  // One action is our own, and comes after those of the specification.
  expect(actions.at(-1)).toMatchObject({ action: 'leave_as_written', multiple: true });
  const specified = actions.slice(0, -1);
  expect(lowerCase(specified.map(({ title }) => title))).toEqual(
    list(
      'skip title, skip text, say as another voice, set label, set status, ' +
        'voice-to-voice model, background music, prepend music/audio logo, volume boost, ' +
        'ai normalization model name, chunk strategy',
    ),
  );
  const several = specified.filter(({ multiple }) => multiple).map(({ action }) => action);
  expect(several).toEqual(['say_as', 'background_music']);
});

test('the templates of rules', () => {
  expect(lowerCase(ruleTemplates.map(({ title }) => title))).toEqual(
    list(
      'reject by label, reject by keyword, reject longer than, reject shorter than, ' +
        "read in another voice, don't read title, read category in another voice, " +
        'stop after parsed',
    ),
  );
});

test('the volume boost of a rule', () => {
  expect(actionOf('volume_boost')).toMatchObject({ min: -100, max: 100, step: 10 });
});

test('the strategies of rules for splitting texts', () => {
  expect(optionsOf('chunk_strategy')).toEqual(
    list('sentences, paragraphs, voice_tag_sentences, voice_tag_paragraphs'),
  );
});

test('the statuses that a rule can set', () => {
  expect(optionsOf('set_status')).toEqual(['ready', 'waiting', 'processing', 'errored', 'rejected']);
});
