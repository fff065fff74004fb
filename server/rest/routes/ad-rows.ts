import { graphql } from '../document.ts';
import { day, integer, read, words } from '../request-input.ts';
import { dateObject } from '../rest-dates.ts';
import { row, type Failure } from '../row.ts';
import { withRestNames } from '../grouped-settings.ts';
import { failureBody } from '../status.ts';

/** Of the path; zero, which nothing has, for what is no id. */
const idIn = (text: string): number => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : 0);

/** Oldest first, as older clients expect them. */
const campaignsOf = <Campaign>({
  adCampaigns,
}: {
  adCampaigns: { edges: ({ node: Campaign } | null)[] };
}): Campaign[] => adCampaigns.edges.flatMap((edge) => edge?.node ?? []).toReversed();

/** What is wrong with an ad, by the names that it was sent with. */
const adFailure = (failure: Failure): unknown =>
  failureBody(withRestNames(failure, { audiofile: 'audioFile', date_start: 'dateFrom', date_end: 'dateTo' }));

export const adRows = [
  row({
    method: 'GET',
    path: '/api/adcampaign/list/{organizationId}',
    document: graphql(`query adCampaigns($organizationId: ID!) {
      organization(id: $organizationId) {
        adCampaigns(first: 20000) { edges { node { databaseId name limit units { databaseId audioFile: audioUrl dateStart: dateFrom dateEnd: dateTo } } } }
      }
    }`),
    variables: ({ params }) => params,
    reply: ({ organization }) => ({
      campaigns: campaignsOf(organization).map(({ databaseId, name, limit, units }) => ({
        id: databaseId,
        name,
        limit,
        units: units.map((unit) => ({
          id: unit.databaseId,
          audio_file: unit.audioFile,
          date_start: dateObject(unit.dateStart),
          date_end: dateObject(unit.dateEnd),
        })),
      })),
    }),
  }),
  row({
    method: 'POST',
    path: '/api/adcampaign/{projectId}/adunit',
    document: graphql(`mutation createAdUnit($input: CreateAdUnitInput!) {
      createAdUnit(input: $input) { __typename ...Failed ... on CreateAdUnitSuccess { unit { databaseId } } }
    }`),
    variables: ({ params: { projectId }, body }) => {
      const given = read(body, {
        slug: words,
        audiofile: words,
        date_start: day,
        date_end: day,
        name: words,
        limit: integer,
      });
      return {
        input: {
          project: projectId,
          slug: given.slug ?? '',
          audioFile: given.audiofile ?? '',
          dateFrom: given.date_start ?? '',
          dateTo: given.date_end ?? '',
          name: given.name ?? '',
          limit: given.limit ?? 0,
        },
      };
    },
    fail: adFailure,
    reply: ({ createAdUnit }) => ({ result: 'ok', id: createAdUnit.unit.databaseId }),
  }),
  row({
    method: 'DELETE',
    path: '/api/adcampaign/{campaignId}/adunit/{unitId}',
    document: graphql(`mutation deleteAdUnit($input: DeleteAdUnitInput!) {
      deleteAdUnit(input: $input) { __typename ...Failed }
    }`),
    variables: ({ params }) => ({
      input: { campaign: String(idIn(params.campaignId)), unit: String(idIn(params.unitId)) },
    }),
  }),
  row({
    method: 'PUT',
    path: '/api/adcampaign/{organizationId}/{campaignId}',
    document: graphql(`
      query campaignsOf($organizationId: ID!) { organization(id: $organizationId) { adCampaigns(first: 20000) { edges { node { databaseId } } } } }
      mutation updateAdCampaign($input: UpdateAdCampaignInput!) {
        updateAdCampaign(input: $input) { __typename ...Failed }
      }`),
    variables: ({ params: { organizationId, campaignId }, body }) => ({
      organizationId,
      input: { id: String(idIn(campaignId)), limit: read(body, { limit: integer }).limit ?? 0 },
    }),
    belongs: ({ organization }, { params }) =>
      organization != null &&
      campaignsOf(organization).some(({ databaseId }) => databaseId === idIn(params.campaignId)),
    reply: () => ({ result: 'ok' }),
  }),
];
