import type { World } from '../rest/rest-calls.ts';
import type { AudienceName } from './callers.ts';
import type { Feature } from '../../server/kernel/features.ts';

interface Row {
  may: AudienceName;
  feature?: Feature;
  call: (world: World) => string;
}

const failures = '__typename ... on Error { message }';
const creating = (settings: string, feature?: Feature): Row => ({
  may: 'configurers',
  ...(feature && { feature }),
  call: ({ project }) =>
    `mutation { createChannel(input: { project: "${project.id}", settings: { ${settings} } }) { ${failures} } }`,
});

/** Channels of each kind: for those who configure the project, some with a feature. */
export const channelParts: Record<string, Row> = {
  'updateChannel: a JSON Feed': {
    may: 'configurers',
    feature: 'json-feed',
    call: ({ channel: { id } }) =>
      `mutation { updateChannel(input: { id: "${id}", settings: { json: { title: "Another title" } } }) { ${failures} } }`,
  },
  'createChannel: a web player': creating('player: {}'),
  'createChannel: a web player in version 4': creating('player: { version: 4 }', 'player-v4'),
  'createChannel: a web player with a border': creating('player: { selector: "main" }', 'player-bordered'),
  'createChannel: a playlist player': creating('playlistPlayer: {}', 'playlist'),
  'createChannel: a podcast': creating('podcast: {}'),
  'createChannel: a Google Action': creating('googleAction: { name: "A" }', 'google-action'),
  'createChannel: an Alexa Skill': creating('alexaSkill: { name: "Ab" }', 'alexa-skill'),
  'createChannel: a JSON Feed': creating('json: {}', 'json-feed'),
  'createChannel: a Flash Briefing': creating('alexaFB: {}', 'alexa-fb'),
};
