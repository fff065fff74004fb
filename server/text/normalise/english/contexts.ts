import type { DigitStringWords } from '../digit-strings.ts';
import { digits } from './numbers.ts';
import type { WeekdayWords } from '../weekdays.ts';

/** Short days of the week: "Mon–Fri", "Sat 5 May". */
export const weekdays: WeekdayWords = {
  names: {
    Mon: 'Monday',
    Tue: 'Tuesday',
    Tues: 'Tuesday',
    Wed: 'Wednesday',
    Weds: 'Wednesday',
    Thu: 'Thursday',
    Thur: 'Thursday',
    Thurs: 'Thursday',
    Fri: 'Friday',
    Sat: 'Saturday',
    Sun: 'Sunday',
  },
  to: 'to',
  and: 'and',
  links: 'to|through|thru|and|or',
  precededBy:
    /(?:^|[\s(])(?:[Oo]n|[Ee]very|[Nn]ext|[Ll]ast|[Tt]his|[Uu]ntil|[Bb]y|[Ff]rom|[Ff]irst|[Oo]pen)\s$/u,
  followedBy:
    /^(?:\(?(?:(?:from|at)\s)?\d{1,2}(?::[0-5]\d)?\s?(?:[-–]|to|am\b|pm\b|a\.m\.|p\.m\.|noon)|\d{1,2}:[0-5]\d|\d{1,2}(?:st|nd|rd|th)?\s(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)|(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sept|Sep|Oct|Nov|Dec)\w*\.?\s\d|(?:closed|noon|only|morning|afternoon|evening|night)(?!\p{L}))/u,
};

export const states: Readonly<Record<string, string>> = {
  AL: 'Alabama',
  AK: 'Alaska',
  AZ: 'Arizona',
  AR: 'Arkansas',
  CA: 'California',
  CO: 'Colorado',
  CT: 'Connecticut',
  DE: 'Delaware',
  FL: 'Florida',
  GA: 'Georgia',
  HI: 'Hawaii',
  ID: 'Idaho',
  IL: 'Illinois',
  IN: 'Indiana',
  IA: 'Iowa',
  KS: 'Kansas',
  KY: 'Kentucky',
  LA: 'Louisiana',
  ME: 'Maine',
  MD: 'Maryland',
  MA: 'Massachusetts',
  MI: 'Michigan',
  MN: 'Minnesota',
  MS: 'Mississippi',
  MO: 'Missouri',
  MT: 'Montana',
  NE: 'Nebraska',
  NV: 'Nevada',
  NH: 'New Hampshire',
  NJ: 'New Jersey',
  NM: 'New Mexico',
  NY: 'New York',
  NC: 'North Carolina',
  ND: 'North Dakota',
  OH: 'Ohio',
  OK: 'Oklahoma',
  OR: 'Oregon',
  PA: 'Pennsylvania',
  RI: 'Rhode Island',
  SC: 'South Carolina',
  SD: 'South Dakota',
  TN: 'Tennessee',
  TX: 'Texas',
  UT: 'Utah',
  VT: 'Vermont',
  VA: 'Virginia',
  WA: 'Washington',
  WV: 'West Virginia',
  WI: 'Wisconsin',
  WY: 'Wyoming',
};

/** States as newspapers shorten them after a city: "Fresno, Calif." */
export const shortStates: Readonly<Record<string, string>> = {
  'Ala.': 'Alabama',
  'Ariz.': 'Arizona',
  'Ark.': 'Arkansas',
  'Calif.': 'California',
  'Colo.': 'Colorado',
  'Conn.': 'Connecticut',
  'Del.': 'Delaware',
  'Fla.': 'Florida',
  'Ga.': 'Georgia',
  'Ill.': 'Illinois',
  'Ind.': 'Indiana',
  'Kan.': 'Kansas',
  'Ky.': 'Kentucky',
  'La.': 'Louisiana',
  'Mass.': 'Massachusetts',
  'Md.': 'Maryland',
  'Mich.': 'Michigan',
  'Minn.': 'Minnesota',
  'Miss.': 'Mississippi',
  'Mo.': 'Missouri',
  'Mont.': 'Montana',
  'Neb.': 'Nebraska',
  'Nev.': 'Nevada',
  'Okla.': 'Oklahoma',
  'Ore.': 'Oregon',
  'Pa.': 'Pennsylvania',
  'Tenn.': 'Tennessee',
  'Va.': 'Virginia',
  'Vt.': 'Vermont',
  'Wash.': 'Washington',
  'Wis.': 'Wisconsin',
  'Wyo.': 'Wyoming',
};

const stateNames = Object.values(states).join('|');
const afterState = new RegExp(`(?:,\\s(?:[A-Z]{2}|${stateNames}),?|^(?:${stateNames}),?)\\s$`, 'u');

/** Digit strings: cards, PINs, ZIP codes, and what names them. */
export const digitStrings: DigitStringWords = {
  digits,
  labels:
    /(?:^|[^\p{L}])(?:PINs?|pin code|OTP|otp|passcode|password|code|account|account number|acct\.?|card|card number|credit card|number ending|ending in|ending|ends in|customer number|order number|reference number|reference|ref\.?|tracking number|policy number|case number|booking number|confirmation number|confirmation code|invoice number|sort code|routing number|social security number|SSN|ssn|passport number|phone number|telephone|phone|extension|ext\.|ZIP|zip code|ZIP code|postcode|ID|ID number|serial number|Call|call|Dial|dial|texting|text)(?:\s(?:is|was|no\.|number|to|of))?:?\s$/u,
  numberWord: /(?:^|[\s(])(?:[Nn]umber|[Nn]o\.)\s$/u,
  serialLabels:
    /(?:^|[^\p{L}])(?:[Ss]erial(?: number| no\.)?|[Mm]odel number|[Cc]onfirmation code|[Bb]ooking code|[Pp]assport number|[Pp]late|[Ll]icen[cs]e plate|VIN|ISIN|OTP|[Cc]ode|[Tt]racking number|[Pp]art number|[Bb]atch|[Oo]rder number)(?:\s(?:is|was|number|no\.))?:?\s$/u,
  hyphen: 'dash',
  isPostcode: (found, { before }) =>
    found.length >= 5 && (afterState.test(before) || /(?:ZIP|zip)(?: code)?(?: is)?:?\s$/.test(before)),
};
