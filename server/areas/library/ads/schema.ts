import { builder } from '../../../graphql/builder.ts';
import { pageCost, pageMax } from '../../../graphql/connection-by-id.ts';
import { accessErrors } from '../../../graphql/error-types.ts';
import { ValidationError } from '../../../kernel/errors.ts';
import { databaseId } from '../../../graphql/ids.ts';
import { refetchable } from '../../../graphql/refetchable.ts';
import { OrganizationType } from '../../access/organizations/types.ts';
import { createAdUnit, deleteAdUnit, readAdUnits, readCampaigns, updateAdCampaign } from './campaigns.ts';

const AdUnitType = builder.prismaObject('AdUnit', {
  select: { id: true },
  description: 'An audio ad of a campaign. Visible to all members of the organization.',
  fields: (t) => ({
    databaseId: t.exposeInt('id', { description: 'Database ID of the ad, as used in REST.' }),
    slug: t.exposeString('slug', { description: 'Name of the ad, unique in its campaign.' }),
    audioUrl: t.field({
      type: 'URL',
      description: 'URL of the MP3 file.',
      select: { file: true },
      resolve: ({ file }, _, { app }) => `${app.config.publicUrl}/download/audio/${file}.mp3`,
    }),
    durationMs: t.exposeFloat('durationMs', { description: 'Duration in milliseconds.' }),
    dateFrom: t.expose('dateStart', {
      type: 'Date',
      description: 'First day (UTC) on which the ad is played.',
    }),
    dateTo: t.expose('dateEnd', { type: 'Date', description: 'Last day (UTC) on which the ad is played.' }),
    views: t.exposeInt('views', { description: 'Number of times the ad has been served to a player.' }),
  }),
});

const AdCampaignType = builder.prismaObject('AdCampaign', {
  select: { id: true },
  description:
    "An organization's own audio ads, and how often they may be played. Visible to all members of the organization.",
  fields: (t) => ({
    databaseId: t.exposeInt('id', { description: 'Database ID of the campaign, as used in REST.' }),
    name: t.exposeString('name', { description: 'Name of the campaign, unique in its organization.' }),
    limit: t.exposeInt('limit', {
      description: 'Maximum number of times that ads of the campaign are served.',
    }),
    views: t.exposeInt('views', {
      description: 'Number of times that ads of the campaign have been served, including deleted ads.',
    }),
    units: t.relation('units', {
      description: 'Ads of the campaign, oldest first.',
      query: { orderBy: { id: 'asc' } },
    }),
  }),
});

refetchable(AdCampaignType, ({ app, actor }, ids, query) => readCampaigns(app, actor, ids, query));
refetchable(AdUnitType, ({ app, actor }, ids, query) => readAdUnits(app, actor, ids, query));

builder.prismaObjectField(OrganizationType, 'adCampaigns', (t) =>
  t.relatedConnection('adCampaigns', {
    cursor: 'id',
    complexity: pageCost(20),
    maxSize: pageMax,
    description: 'Ad campaigns of the organization, newest first.',
    query: { orderBy: { id: 'desc' } },
  }),
);

builder.relayMutationField(
  'createAdUnit',
  {
    description: 'The ad and its campaign.',
    inputFields: (t) => ({
      project: t.id({
        description:
          'Global ID or database ID of a project of the organization that the sound was uploaded to.',
      }),
      name: t.string({ description: 'Name of the campaign. It is created with its first ad.' }),
      limit: t.int({
        description: 'Maximum number of times that ads of the campaign are served: 2 or more.',
      }),
      slug: t.string({ description: 'Name of the ad, unique in its campaign.' }),
      audioFile: t.string({
        description: 'Base name or URL of a sound that was uploaded to the project (`uploadSound`).',
      }),
      dateFrom: t.string({ description: 'First day (UTC) on which the ad is played: `YYYY-MM-DD`.' }),
      dateTo: t.string({ description: 'Last day (UTC) on which the ad is played: `YYYY-MM-DD`.' }),
    }),
  },
  {
    description:
      "Adds an ad. Requires the `AD_INSERT` feature and permission to change the project's settings.",
    errors: { types: [...accessErrors, ValidationError] },
    resolve: (_, { input: { project, ...input } }, { app, actor }) =>
      createAdUnit(app, actor, { ...input, projectId: databaseId('Project', project) }),
  },
  {
    name: 'CreateAdUnitSuccess',
    description: 'The ad has been added.',
    outputFields: (t) => ({
      unit: t.expose('unit', { type: AdUnitType, description: 'The ad.' }),
      campaign: t.expose('campaign', { type: AdCampaignType, description: 'Its campaign.' }),
    }),
  },
);

builder.relayMutationField(
  'deleteAdUnit',
  {
    description: 'The ad to delete.',
    inputFields: (t) => ({
      campaign: t.id({ description: 'Global ID or database ID of the campaign.' }),
      unit: t.id({ description: 'Global ID or database ID of the ad.' }),
    }),
  },
  {
    description:
      'Deletes an ad from its campaign. Requires the editor or maintainer role in the organization.',
    errors: { types: [...accessErrors] },
    resolve: async (_, { input }, { app, actor }) => ({
      campaign: await deleteAdUnit(app, actor, {
        id: databaseId('AdUnit', input.unit),
        campaignId: databaseId('AdCampaign', input.campaign),
      }),
    }),
  },
  {
    name: 'DeleteAdUnitSuccess',
    description: 'The ad has been deleted.',
    outputFields: (t) => ({
      campaign: t.expose('campaign', {
        type: AdCampaignType,
        description: 'The campaign that the ad belonged to.',
      }),
    }),
  },
);

builder.relayMutationField(
  'updateAdCampaign',
  {
    description: 'The campaign and its new limit.',
    inputFields: (t) => ({
      id: t.id({ description: 'Global ID or database ID of the campaign.' }),
      limit: t.int({
        description: 'Maximum number of times that ads of the campaign are served: 2 or more.',
      }),
    }),
  },
  {
    description:
      'Changes how often ads of a campaign are served. Requires the editor or maintainer role in the organization.',
    errors: { types: [...accessErrors, ValidationError] },
    resolve: async (_, { input: { id, limit } }, { app, actor }) => ({
      campaign: await updateAdCampaign(app, actor, { id: databaseId('AdCampaign', id), limit }),
    }),
  },
  {
    name: 'UpdateAdCampaignSuccess',
    description: 'The campaign has been changed.',
    outputFields: (t) => ({
      campaign: t.expose('campaign', { type: AdCampaignType, description: 'The updated campaign.' }),
    }),
  },
);
