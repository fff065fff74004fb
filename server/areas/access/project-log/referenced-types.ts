/** Types that an id in a log entry can refer to. */
export const referencedTypes = {
  PROJECT: 'project',
  ORGANIZATION: 'organization',
  USER: 'user',
  AD_CAMPAIGN: 'ad campaign',
  SOURCE: 'source',
  VOICE: 'voice',
  SPEECH_SERVICE: 'speech service',
  SOUND: 'sound',
} as const;

export type ReferencedType = (typeof referencedTypes)[keyof typeof referencedTypes];

const fields: Readonly<Record<string, ReferencedType>> = {
  organizationId: 'organization',
  ownerId: 'user',
  voiceProvider: 'speech service',
  voiceName: 'voice',
  failoverVoice: 'voice',
  adCampaign: 'ad campaign',
  children: 'project',
  source: 'source',
  clonedFrom: 'project',
  clonedTo: 'project',
  failedFor: 'project',
};

/** What the value of a field, or each of its values, names; undefined: it is the value itself. */
export const referencedTypeOf = (field: string): ReferencedType | undefined =>
  Object.hasOwn(fields, field) ? fields[field] : undefined;
