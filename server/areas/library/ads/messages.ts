import { declareMessages } from '../../../lib/declare-messages.ts';

/** Messages about campaigns and their ads. */
export const adMessages = declareMessages({
  AD_FILE_MISSING: 'File is not selected',
  AD_FILE_TOO_LARGE: 'Maximum audio size is 6MB',
  CAMPAIGN_START_MISSING: 'Date start is not selected',
  CAMPAIGN_END_MISSING: 'Date end is not selected',
  CAMPAIGN_ENDS_BEFORE_START: 'Choose an end date on or after the start date.',
  CAMPAIGN_NAME_MISSING: 'Campaign name is not defined',
  AD_NAME_INVALID: 'Use up to 100 letters, digits, dots, dashes and underscores.',
  AD_NAME_TAKEN: 'The campaign already has an ad with this name.',
  CAMPAIGN_LIMIT_TOO_SMALL: 'Campaign limit must be more than 1',
  CAMPAIGN_LIMIT_FOR_EDITORS:
    'Only editors and administrators of the organization can change a campaign’s limit.',
  CAMPAIGN_NOT_FOUND: 'This campaign does not exist.',
  CAMPAIGN_OF_ANOTHER_ORGANIZATION: 'This campaign doesn’t belong to the organization.',
  AD_NOT_FOUND: 'This ad does not exist.',
});
