import { declareMessages } from '../../../lib/declare-messages.ts';

/** Messages about project settings. */
export const settingMessages = declareMessages({
  WEBSITE_MISSING: 'Please enter website',
  NOT_AN_IP_ADDRESS: 'Enter an IP address.',
  IP_ADDRESS_FOR_ADMINISTRATORS: 'Only administrators can choose the IP address for fetching pages.',
  IP_ADDRESS_NOT_OURS: 'The server doesn’t have this IP address.',
  REPORTS_WEEKLY_ONLY: 'Only weekly reports can be chosen.',
  IMAGE_NOT_FOUND: 'This image does not exist.',
  COVER_TOO_LARGE:
    'The image is {kilobytes, number, ::group-off} KB. A cover can be up to {most, number, ::group-off} KB.',
  PROJECT_COVER_TOO_MANY_PIXELS:
    'The image is {width, number, ::group-off} × {height, number, ::group-off} pixels. A cover can have up to {megapixels, number, ::group-off} megapixels, for example 3000 × 3000.',
  LISTED_RULE_UNKNOWN: 'Rule {number, number, ::group-off}: there is no rule of the type "{type}".',
  LISTED_RULE_EMPTY: 'Rule {number, number, ::group-off}: Field is required and cannot be empty',
  LISTED_RULE_TOO_LONG:
    'Rule {number, number, ::group-off}: enter up to {most, number, ::group-off} characters.',
  LISTED_RULE_WRONG: 'Rule {number, number, ::group-off}: {problem}',
});
