import { adRows } from './routes/ad-rows.ts';
import { articleRows } from './routes/article-rows.ts';
import { channelRows } from './routes/channel-rows.ts';
import { dictionaryRows } from './routes/dictionary-rows.ts';
import { deploymentRows } from './routes/deployment-rows.ts';
import { extractorRows } from './routes/extractor-rows.ts';
import { organizationRows } from './routes/organization-rows.ts';
import { playlistRows } from './routes/playlist-rows.ts';
import { projectRows } from './routes/project-rows.ts';
import { reviewRows } from './routes/review-rows.ts';
import { ruleRows } from './routes/rule-rows.ts';
import { soundRows } from './routes/sound-rows.ts';
import { sourceRows } from './routes/source-rows.ts';
import { statisticsRows } from './routes/statistics-rows.ts';
import { studioRows } from './routes/studio-rows.ts';
import { urlReplacementRows } from './routes/url-replacement-rows.ts';
import { userRows } from './routes/user-rows.ts';
import { voiceRows } from './routes/voice-rows.ts';
import type { Row } from './row.ts';

/** Every call of the compatibility layer. */
export const rows: readonly Row[] = [
  ...userRows,
  ...organizationRows,
  ...projectRows,
  ...sourceRows,
  ...extractorRows,
  ...urlReplacementRows,
  ...ruleRows,
  ...articleRows,
  ...adRows,
  ...reviewRows,
  ...voiceRows,
  ...soundRows,
  ...playlistRows,
  ...channelRows,
  ...deploymentRows,
  ...dictionaryRows,
  ...statisticsRows,
  ...studioRows,
];
