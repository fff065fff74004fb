import { choice, flag, settingGroup, settingsSchema, text } from '../../../../kernel/settings.ts';
import { colorProblem, colorScheme, defaultColor } from './colors.ts';
import { channelKind } from './kind.ts';
import { playerFeatures } from './player-features.ts';
import { tracking } from './tracking.ts';
import { channelMessages } from '../messages.ts';

const label = (description: string, initial: string) => text({ description, default: initial, max: 64 });

const looks = settingGroup({
  version: choice([2, 3, 4], {
    description: 'Version of the player.',
    default: 2,
    features: { 4: 'player-v4' },
  }),
  cta: text({
    description: 'Call to action: text that invites people to listen.',
    default: 'Listen to this article:',
    max: 256,
    cut: true,
  }),
  color: text({
    description: 'Color of the player.',
    default: defaultColor,
    format: 'color',
    check: colorProblem,
  }),
  bordered: flag({ description: 'Whether the player has a border.', default: true }),
  background: choice(['transparent', '#fff'], { description: 'Background of the player.', default: '#fff' }),
  colorScheme,
  playButton: label('Label of the play button in version 4.', 'Play'),
  pauseButton: label('Label of the pause button in version 4.', 'Pause'),
  speedSettingsTitle: label('Title of the speed settings in version 4.', 'Player-Geschwindigkeit ändern'),
  speedSettingsBackButton: label(
    'Label of the button that closes the speed settings in version 4.',
    'Schließen',
  ),
  customCssEnabled: flag({ description: 'Whether `customCss` is applied.' }),
  customCss: text({
    description: 'CSS for the player. Null if none.',
    default: null,
    max: 20_000,
    format: 'css',
  }),
});

const placement = settingGroup(
  {
    action: choice(['none', 'after', 'before', 'inner-first', 'inner-last'], {
      description:
        'Where the player appears relative to the element that `selector` matches. `NONE`: where its ' +
        'embed code is.',
      default: 'none',
      features: {
        after: 'player-bordered',
        before: 'player-bordered',
        'inner-first': 'player-bordered',
        'inner-last': 'player-bordered',
      },
    }),
    selector: text({
      description: 'CSS selector of the element that `action` refers to. Null if none.',
      default: null,
      max: 512,
      feature: 'player-bordered',
    }),
    disableAutoload: flag({ description: 'Whether the player loads only when the page calls for it.' }),
  },
  ({ action, selector }, isChanged) => ({
    selector:
      action !== 'none' &&
      !selector &&
      (isChanged('action') || isChanged('selector')) &&
      channelMessages.CHANNEL_SELECTOR_MISSING(),
  }),
);

const placeholders = settingGroup({
  enableCmpPlaceholder: flag({
    description: 'Whether a message replaces the player until the consent manager has consent.',
  }),
  enableIabPlaceholder: flag({
    description: 'Whether a message replaces the player until IAB TCF has consent.',
  }),
  cmpPlaceholderMessage: text({
    description: 'Message that replaces the player until there is consent.',
    default: 'Bitte akzeptieren Sie Cookies, um diesen Artikel anzuhören.',
    max: 500,
    format: 'lines',
  }),
});

export const player = channelKind({
  type: 'player',
  rank: 1,
  description: "The web player on the publisher's pages.",
  path: 'player',
  feature: null,
  publishes: 'articles',
  publicPath: null,
  settings: settingsSchema(looks, playerFeatures, placement, tracking, placeholders),
  begins: ({ version }) => (version === 4 ? { color: '#b2dfd9' } : {}),
  nameSetting: 'cta',
});
