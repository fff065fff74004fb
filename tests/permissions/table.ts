import type { Feature } from '../../server/kernel/features.ts';
import type { World } from '../rest/rest-calls.ts';
import type { AudienceName } from './callers.ts';
import { studioOperations } from './studio-permissions.ts';
import { signInOperations, signInParts } from './sign-in-rows.ts';
import { channelParts } from './channel-permissions.ts';
import { webhookOperations, webhookParts } from './webhook-rows.ts';
import { invitationSecret } from './invitation-secret.ts';

/** Who may, with which feature. */
export interface Permission {
  may: AudienceName;
  /** What must be booked or switched on. */
  feature?: Feature;
  /** Who may without the feature, too. */
  without?: AudienceName;
  /** That it is null, or left as it is, for who may not: a part of what he may read. */
  hidden?: true;
  /** That it is an empty list for who may not. */
  empty?: true;
  /** What REST answers, among other things, to who may not. */
  emptyReply?: object;
  /** Own operation, where a name and its required arguments do not say which part of it is meant. */
  call?: (world: World) => string;
}

/** A row of the table. */
export const may = (
  who: AudienceName,
  feature?: Feature,
  more: Omit<Permission, 'may' | 'feature'> = {},
): Permission => ({ may: who, ...(feature && { feature }), ...more });

/** People review, each for themselves. */
export const review = may('people who read', 'qa', { without: 'reviewers' });

/*
 * Permissions by sections 6 of documents 1 to 3 of the specification, with the other sections' rules on roles
 * and features. Viewers, and users with only the role stats or qa, read. Editors write and configure.
 * Maintainers also delete, and read the log. A source's key writes articles of its project, the read-only one
 * reads. A partner's token is an editor of its organization, or a viewer.
 */

/** Every field at which an operation begins. */
export const operations: Record<string, Permission> = {
  'Query.timeZones': may('anybody'),
  'Query.lacksNaturalVoices': may('anybody'), // false for anyone but administrators
  'Query.viewer': may('signed in', undefined, { hidden: true }),
  'Query.voices': may('signed in'),
  'Query.voiceLanguages': may('signed in'),
  'Query.extractorIps': may('signed in'), // which there are is for administrators: below
  'Query.ruleCatalogue': may('signed in'),
  'Query.search': may('signed in'),
  'Query.statisticsReports': may('signed in'),
  // Anyone with the link; if no password is set, every password is accepted.
  'Query.sharedStatistics': may('anybody', undefined, {
    call: ({ statisticsShare: { token } }) =>
      `{ sharedStatistics(token: "${token}") { statistics { name } } }`,
  }),
  'Mutation.unlockSharedStatistics': may('anybody', undefined, {
    call: ({ statisticsShare: { token } }) =>
      `mutation { unlockSharedStatistics(input: { token: "${token}", password: "-" }) { __typename } }`,
  }),
  'Mutation.shareStatistics': may('maintainers'),
  'Mutation.revokeStatisticsShare': may('maintainers'),
  'Mutation.pinStatistics': may('readers of statistics in person'),
  'Subscription.liveListening': may('readers of statistics'),
  'Query.firstLook': may('creators of projects'),
  'Query.siteOnboarding': may('creators of projects'),
  'Query.providers': may('administrators'),
  'Query.installedVoices': may('administrators'),
  'Query.voiceIndex': may('administrators'),
  'Query.indexedVoiceLicense': may('administrators', undefined, {
    // The index has no such voice; for administrators this is null.
    call: () => '{ __typename indexedVoiceLicense(name: "-") { name } }',
  }),
  'Query.organizations': may('administrators'),
  'Query.users': may('administrators'),
  'Query.platformFeatures': may('administrators'),
  'Query.administrationLog': may('administrators'),
  'Query.failingItems': may('administrators'),
  'Query.installationBackups': may('administrators'),
  'Query.installationChecks': may('administrators'),
  'Query.emailDelivery': may('administrators'),
  'Query.organization': may('members'),
  'Query.invitation': may('anybody', undefined, {
    call: () => `{ invitation(secret: "${invitationSecret}") { organizationName } }`,
  }),
  'Query.node': may('readers'),
  'Query.nodes': may('readers'),
  'Query.project': may('readers'),
  'Query.article': may('readers'),
  'Query.channel': may('readers'),
  'Query.deployment': may('readers'),
  'Query.playlist': may('readers'),
  'Query.dictionary': may('readers'), // of an organization: below
  'Query.dictionaryEntry': may('readers'),
  'Query.dictionaries': may('administrators'), // of an organization or a project: below
  'Query.dictionaryUsage': may('readers'),
  'Query.revoicingQuote': may('configurers'),
  'Query.dictionarySuggestions': may('readers'),
  'Query.pronunciationCheck': may('signed in'),
  'Query.revoicingJob': may('administrators'),
  'Query.revoicingJobs': may('administrators'),
  'Query.draftPreview': may('configurers'),
  'Mutation.previewSentence': may('configurers'),
  'Query.readPage': may('editors of articles'),
  'Query.tryExtraction': may('configurers'),
  'Query.tryUrlReplacements': may('configurers'),
  'Query.checkPlayerPage': may('configurers'),

  'Mutation.signIn': may('anybody'),
  'Mutation.signOut': may('anybody'),
  'Mutation.signOutEverywhere': may('people'),
  ...signInOperations,
  ...studioOperations,
  'Mutation.updateUser': may('people'),
  'Mutation.changePassword': may('people'),
  'Mutation.setFavoriteVoice': may('people'),
  'Mutation.previewVoice': may('writers'),
  'Mutation.uploadImage': may('writers'),
  'Mutation.changeUserRole': may('administrators'),
  'Mutation.setOrganizationFeatures': may('administrators'),
  'Mutation.setProjectFeatures': may('administrators'),
  'Mutation.setPlatformFeatures': may('administrators'),
  'Mutation.grantBalance': may('administrators'),
  'Mutation.installVoice': may('administrators'),
  'Mutation.cancelVoiceInstallation': may('administrators'),
  'Mutation.removeVoice': may('administrators'),
  'Mutation.setVerified': may('administrators'),
  'Mutation.sendTestEmail': may('administrators'),
  'Mutation.retryEmail': may('administrators'),
  'Mutation.dismissEmail': may('administrators'),
  'Mutation.setProjectRole': may('administrators'),
  'Mutation.updateOrganization': may('maintainers of the organization'), // its name: below
  'Mutation.createOrganization': may('people'),
  'Mutation.createVerifiedOrganization': may('administrators'),
  'Mutation.inviteMembers': may('maintainers of the organization'),
  'Mutation.resendInvitation': may('maintainers of the organization'),
  'Mutation.withdrawInvitation': may('maintainers of the organization'),
  'Mutation.acceptInvitation': may('invited people', undefined, {
    call: ({ organization }) =>
      `mutation { acceptInvitation(input: { organization: "${organization.id}" }) { __typename ... on Error { message } } }`,
  }),
  'Mutation.declineInvitation': may('invited people', undefined, {
    call: ({ organization }) =>
      `mutation { declineInvitation(input: { organization: "${organization.id}" }) { __typename ... on Error { message } } }`,
  }),
  'Mutation.changeMemberRole': may('maintainers of the organization'),
  'Mutation.removeMember': may('maintainers of the organization'),
  'Mutation.createPartnerToken': may('maintainers of the organization'),
  'Mutation.revokePartnerToken': may('maintainers of the organization'),
  'Mutation.createProject': may('creators of projects'),
  'Mutation.updateProject': may('configurers'),
  'Mutation.updateProjectReports': may('configurers'),
  'Mutation.cloneConfiguration': may('configurers'),
  'Mutation.previewNormalization': may('configurers'),
  'Mutation.makeTeasers': may('configurers', 'paywall'),
  'Mutation.rotateSecurityKey': may('maintainers'),
  'Mutation.deleteProject': may('maintainers'),
  ...webhookOperations,
  'Mutation.createSource': may('configurers'),
  'Mutation.updateSource': may('configurers'),
  'Mutation.refreshApiKey': may('configurers'),
  'Mutation.pollSource': may('configurers'),

  'Mutation.createArticle': may('editors of articles'),
  'Mutation.updateArticle': may('editors of articles'),
  'Mutation.deleteArticle': may('editors of articles'),
  'Mutation.restoreArticle': may('editors of articles'),
  'Mutation.restoreArticleVersion': may('editors of articles', undefined, {
    call: ({ article, audio }) =>
      `mutation { restoreArticleVersion(input: { article: "${article.id}", version: "${audio.version}" }) { __typename ... on Error { message } } }`,
  }),
  'Mutation.recrawlArticle': may('editors of articles'),
  'Mutation.retryArticle': may('editors of articles'),
  'Mutation.releaseArticle': may('editors of articles'),
  'Mutation.releaseBurst': may('editors of articles'),
  'Mutation.dismissBurst': may('editors of articles'),
  'Mutation.revoiceArticle': may('editors of articles'),
  'Mutation.deleteArticles': may('editors of articles'),
  'Mutation.restoreArticles': may('editors of articles'),
  'Mutation.revoiceArticles': may('editors of articles'),
  'Mutation.labelArticles': may('editors of articles'),
  'Mutation.claimNextReview': review,
  'Mutation.claimReview': review,
  'Mutation.submitReview': review,
  'Mutation.acceptFinding': review,
  'Mutation.requestHighRes': may('readers but programs that only read', 'download-highres'),

  'Mutation.createProcessingRule': may('configurers', 'audio-rules'),
  'Mutation.updateProcessingRule': may('configurers', 'audio-rules'),
  'Mutation.moveProcessingRule': may('configurers', 'audio-rules'),
  'Mutation.replaceProcessingRules': may('configurers', 'audio-rules'),
  'Mutation.deleteProcessingRule': may('configurers'),
  'Mutation.restoreProcessingRule': may('configurers'),
  'Mutation.createDictionary': may('administrators'), // of an organization or a project: below
  'Mutation.updateDictionary': may('configurers'),
  'Mutation.deleteDictionary': may('configurers'),
  'Mutation.restoreDictionary': may('configurers'),
  'Mutation.addDictionaryEntries': may('configurers'),
  'Mutation.updateDictionaryEntry': may('configurers'),
  'Mutation.deleteDictionaryEntry': may('configurers'),
  'Mutation.restoreDictionaryEntry': may('configurers'),
  'Mutation.importDictionary': may('configurers'),
  'Mutation.addToGlobalDictionary': may('administrators'),
  'Mutation.startRevoicingJob': may('administrators'),
  'Mutation.stopRevoicingJob': may('administrators'),
  'Mutation.uploadSound': may('configurers'),
  'Mutation.deleteSound': may('configurers'),
  'Mutation.createAdUnit': may('configurers in an organization', 'ad-insert'),
  'Mutation.deleteAdUnit': may('editors of the organization'),
  'Mutation.updateAdCampaign': may('editors of the organization'),

  'Mutation.createChannel': may('configurers'), // of each type: below
  'Mutation.updateChannel': may('configurers'), // what changes something needs the feature of its type: below
  'Mutation.deleteChannel': may('configurers'),
  'Mutation.restoreChannel': may('configurers'),
  'Mutation.previewChannel': may('configurers'),
  'Mutation.createDeployment': may('configurers', 'alexa-skill'),
  'Mutation.unlinkAmazonAccount': may('account holders'),

  'Mutation.createPlaylist': may('configurers', 'playlist'),
  'Mutation.updatePlaylist': may('configurers', 'playlist'),
  'Mutation.processPlaylistAudio': may('configurers', 'playlist'),
  'Mutation.previewPlaylistText': may('configurers'),
  'Mutation.deletePlaylist': may('configurers'),
  'Mutation.restorePlaylist': may('configurers'),

  'Subscription.projectArticles': may('readers'),
  'Subscription.article': may('readers'),
  'Subscription.dictionary': may('readers'),
  'Subscription.revoicingJob': may('administrators'),
  'Subscription.draftPreview': may('configurers'),
  'Subscription.projectChannels': may('readers'),
  'Subscription.deployment': may('readers'),
  'Subscription.playlist': may('readers'),
  'Subscription.firstLook': may('creators of projects'),
  'Subscription.siteOnboarding': may('creators of projects'),
};

const ofProject = (selection: string) => ({
  call: ({ project }: World) => `{ project(id: ${project.id}) { ${selection} } }`,
});
const ofArticle = (selection: string) => ({
  call: ({ article }: World) => `{ article(id: ${article.id}) { ${selection} } }`,
});
const ofOrganization = (selection: string) => ({
  call: ({ organization }: World) => `{ organization(id: ${organization.id}) { ${selection} } }`,
});
const failures = '__typename ... on Error { message }';
const changing = (name: string, input: (world: World) => string) => ({
  call: (world: World) => `mutation { ${name}(input: { ${input(world)} }) { ${failures} } }`,
});
const setting = (settings: string) =>
  changing('updateProject', ({ project }) => `id: "${project.id}", ${settings}`);
const hidden = <Call extends object>(call: Call) => ({ ...call, hidden: true as const });

/** Parts of operations that are for others than the operation, or for a feature. */
export const parts: Record<string, Permission> = {
  'Query.extractorIps, which there are': may('administrators', undefined, {
    hidden: true,
    empty: true,
    call: () => '{ extractorIps { ip } }',
  }),
  ...signInParts,
  'Organization.pseudo': may('administrators', undefined, hidden(ofOrganization('pseudo'))),
  'Organization.members': may('members in person', undefined, hidden(ofOrganization('members { role }'))),
  'Organization.partnerTokens': may(
    'maintainers of the organization',
    undefined,
    hidden(ofOrganization('partnerTokens { name }')),
  ),
  'Organization.ledger': may(
    'maintainers of the organization',
    undefined,
    hidden(ofOrganization('ledger { edges { cursor } }')),
  ),

  ...webhookParts,
  'Project.log': may('maintainers', undefined, hidden(ofProject('log { edges { cursor } }'))),
  ...Object.fromEntries(
    (
      [
        ['deletedArticles', 'editors of articles'],
        ['deletedPlaylists', 'configurers'],
        ['deletedChannels', 'configurers'],
        ['deletedProcessingRules', 'configurers'],
      ] as const
    ).map(([field, who]) => [
      `Project.${field}`,
      may(who, undefined, hidden(ofProject(`${field} { edges { cursor } }`))),
    ]),
  ),
  'Project.statisticsReports': may(
    'readers of statistics',
    undefined,
    hidden(ofProject('statisticsReports { name }')),
  ),
  'Project.statistics': may(
    'readers of statistics',
    undefined,
    hidden(ofProject('statistics { name rowCount }')),
  ),
  'Project.keyFigures': may('readers of statistics', undefined, hidden(ofProject('keyFigures { from }'))),
  'Project.live': may('readers of statistics', undefined, hidden(ofProject('live { now }'))),
  'Project.statisticsShares': may('maintainers', undefined, hidden(ofProject('statisticsShares { url }'))),
  'Project.statisticsPinned': may(
    'readers of statistics in person',
    undefined,
    hidden(ofProject('statisticsPinned(report: "PlaysByDay")')),
  ),
  'Article.retention': may('readers of statistics', undefined, hidden(ofArticle('retention { plays }'))),
  'Project.securityKey': may('maintainers', undefined, hidden(ofProject('securityKey'))),
  'Project.ownFeatures': may('administrators among the readers', undefined, hidden(ofProject('ownFeatures'))),
  'Project.roleGrants': may(
    'administrators among the readers',
    undefined,
    hidden(ofProject('roleGrants { role }')),
  ),
  'Project.reviewCounters': may('readers', 'qa', {
    without: 'reviewers',
    ...hidden(ofProject('reviewCounters { reviewedTotal }')),
  }),
  'Project.reviewQuality': may('readers', 'qa', {
    without: 'reviewers',
    ...hidden(ofProject('reviewQuality { reviews }')),
  }),
  'Project.articleQuote': may(
    'editors of articles',
    undefined,
    ofProject(
      'articleQuote(title: "A title", text: "A text.", url: "https://example.com/", labels: ["A"]) { characters ruleOutcome { rule } }',
    ),
  ),
  'Article.changeQuote': may(
    'editors of articles',
    undefined,
    ofArticle(
      'changeQuote(title: "A title", text: "A text.", url: "https://example.com/", labels: ["A"]) { sentences ruleOutcome { rule } voiceChange { before } }',
    ),
  ),
  'Project.limitQuote': may('readers', undefined, ofProject('limitQuote(limit: 1000) { cost }')),
  'Project.labels': may('readers', undefined, ofProject('labels(search: "x")')),
  'Project.playerPreview': may(
    'configurers',
    undefined,
    ofProject('playerPreview(settings: { player: {} }) { publisher }'),
  ),
  'Project.channelPrerequisites of a web player': may(
    'configurers',
    undefined,
    ofProject('channelPrerequisites(type: PLAYER) { slug }'),
  ),
  'Project.channelPrerequisites of a playlist player': may(
    'configurers',
    'playlist',
    ofProject('channelPrerequisites(type: PLAYLIST_PLAYER) { slug }'),
  ),
  'Project.channelPrerequisites of a podcast': may(
    'configurers',
    'podcast',
    ofProject('channelPrerequisites(type: PODCAST) { slug }'),
  ),
  'Project.channelPrerequisites of a Google Action': may(
    'configurers',
    'google-action',
    ofProject('channelPrerequisites(type: GOOGLE_ACTION) { slug }'),
  ),
  'Project.channelPrerequisites of an Alexa Skill': may(
    'configurers',
    'alexa-skill',
    ofProject('channelPrerequisites(type: ALEXA_SKILL) { slug }'),
  ),
  'Project.channelPrerequisites of a JSON Feed': may(
    'configurers',
    'json-feed',
    ofProject('channelPrerequisites(type: JSON) { slug }'),
  ),
  'Project.channelPrerequisites of a Flash Briefing': may(
    'configurers',
    'alexa-fb',
    ofProject('channelPrerequisites(type: ALEXA_FB) { slug }'),
  ),

  'Article.log': may('readers', 'article-log', {
    without: 'administrators among the readers',
    ...hidden(ofArticle('log { edges { cursor } }')),
  }),
  'Article.chunks': may('readers', 'article-log', {
    without: 'administrators among the readers',
    ...hidden(ofArticle('chunks { edges { cursor } }')),
  }),
  'Article.chunkSummary': may('readers', 'article-log', {
    without: 'administrators among the readers',
    ...hidden(ofArticle('chunkSummary { __typename }')),
  }),

  'updateProject: paywall': may('configurers', 'paywall', setting('paywall: { enabled: true }')),
  'updateProject: paywallAudioSuffixEnabled': may(
    'configurers',
    'paywall',
    setting('paywall: { suffixEnabled: true }'),
  ),
  'updateProject: securityEnabled': may(
    'configurers',
    'security',
    setting('paywall: { securityEnabled: true }'),
  ),
  'updateProject: limitEnabled': may('configurers', 'character_limit', setting('limits: { enabled: true }')),
  'updateProject: audioAds': may(
    'configurers',
    'ad-insert',
    setting('ads: { enabled: true, provider: RMSI }'),
  ),
  'updateProject: our own ads': may('configurers', 'custom-ad', setting('ads: { provider: PARLANCE }')),
  'updateProject: ads of sevenone': may('configurers', 'custom-ad', setting('ads: { provider: SEVENONE }')),
  'updateProject: ads of Google': may('configurers', 'google_ads', setting('ads: { provider: GOOGLE }')),
  'updateProject: audioAdsPublisherId': may(
    'administrators among the readers',
    undefined,
    setting('ads: { publisherId: "7" }'),
  ),
  'updateProject: extractorServerIp': may(
    'administrators among the readers',
    undefined,
    setting('extraction: { ipAddressEnabled: true }'),
  ),
  'updateProject: extractorIpAddress': may(
    'administrators among the readers',
    undefined,
    setting('extraction: { ipAddress: "192.0.2.1" }'),
  ),
  'updateProject: qaPercentArticles': may(
    'configurers',
    'smart-qa',
    setting('review: { percentArticles: 50 }'),
  ),
  'updateProject: qaPercentErrors': may('configurers', 'smart-qa', setting('review: { percentErrors: 50 }')),
  'updateProject: normalization': may('configurers', undefined, setting('normalization: { enabled: true }')),
  'updateProject: extractorRules': may(
    'configurers',
    undefined,
    setting('extractorRules: [{ type: SHOULD, selector: "p" }]'),
  ),
  'updateProjectReports: emailReportsEnable': may(
    'configurers',
    'reports',
    changing('updateProjectReports', ({ project }) => `project: "${project.id}", reports: { enabled: true }`),
  ),

  'Query.dictionaries of a project': may('readers', undefined, {
    call: ({ project }) => `{ dictionaries(level: PROJECT, project: "${project.id}") { name } }`,
  }),
  'Query.dictionaries of an organization': may('members', undefined, {
    call: ({ organization }) =>
      `{ dictionaries(level: ORGANIZATION, organization: "${organization.id}") { name } }`,
  }),
  'Query.dictionary of an organization': may('members', undefined, {
    call: ({ glossary }) => `{ dictionary(id: "${glossary.id}") { name } }`,
  }),
  'createDictionary: of a project': may(
    'configurers',
    undefined,
    changing('createDictionary', ({ project }) => `level: PROJECT, project: "${project.id}"`),
  ),
  'createDictionary: of an organization': may(
    'editors of its dictionaries',
    undefined,
    changing(
      'createDictionary',
      ({ organization }) => `level: ORGANIZATION, organization: "${organization.id}", name: "Names"`,
    ),
  ),
  'addDictionaryEntries: of an organization': may(
    'editors of its dictionaries',
    undefined,
    changing(
      'addDictionaryEntries',
      ({ glossary }) => `dictionary: "${glossary.id}", entries: [{ source: "Merz" }]`,
    ),
  ),
  'deleteDictionary: of an organization': may(
    'editors of its dictionaries',
    undefined,
    changing('deleteDictionary', ({ glossary }) => `id: "${glossary.id}"`),
  ),
  ...channelParts,
};
