import { declareMessages } from '../../../lib/declare-messages.ts';

/** Messages about campaigns and their ads. */
export const adMessages = declareMessages({
  AD_FILE_MISSING: 'File is not selected',
  AD_FILE_TOO_LARGE: 'Maximum audio size is 6MB',
  CAMPAIGN_START_MISSING: 'Date start is not selected',
  CAMPAIGN_END_MISSING: 'Date end is not selected',
  CAMPAIGN_ENDS_BEFORE_START: 'The end must not be before the start.',
  CAMPAIGN_NAME_MISSING: 'Campaign name is not defined',
  AD_NAME_INVALID: 'Letters, digits, dots, dashes and underscores, at most 100.',
  AD_NAME_TAKEN: 'The campaign has an ad of this name.',
  CAMPAIGN_LIMIT_TOO_SMALL: 'Campaign limit must be more than 1',
  CAMPAIGN_LIMIT_FOR_EDITORS:
    'Only editors and maintainers of the organization can change a campaign’s limit.',
  CAMPAIGN_NOT_FOUND: 'This campaign does not exist.',
  CAMPAIGN_OF_ANOTHER_ORGANIZATION: 'This is not an ad campaign of the organization.',
  AD_NOT_FOUND: 'This ad does not exist.',
});
