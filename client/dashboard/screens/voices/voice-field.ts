const fields: Readonly<Record<string, string>> = {
  'voice.name': 'voiceName',
  'voice.language': 'voiceLanguage',
  'voice.settings': 'voiceAdditionalSettings',
  'voice.failover': 'failoverVoice',
};

/** What forms call a field of the input of a project's voice; other fields as they are called there. */
export const voiceField = (path: string): string => (Object.hasOwn(fields, path) ? fields[path]! : path);
