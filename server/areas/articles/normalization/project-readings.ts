import { readingOptions, type ReadingClass, type Readings } from '../../../text/normalise/readings.ts';

/** Columns of a project with the readings of categories of numbers and signs. */
export interface ReadingSettings {
  readPhoneNumbers: string;
  readYears: string;
  readDates: string;
  readUnits: string;
  readHandles: string;
}

/**
 * Returns how an article's numbers and signs are read: as its project says, except for the classes that a
 * processing rule leaves as written. An option that only another release knows counts as the first.
 */
export function projectReadings(
  { readPhoneNumbers, readYears, readDates, readUnits, readHandles }: ReadingSettings,
  leftAsWritten: readonly ReadingClass[] = [],
): Readings {
  const option = <Option extends string>(
    name: ReadingClass,
    options: readonly [Option, ...Option[]],
    value: string,
  ): Option | 'as_written' =>
    leftAsWritten.includes(name) ? 'as_written' : (options.find((one) => one === value) ?? options[0]);
  return {
    phoneNumbers: option('phoneNumbers', readingOptions.phoneNumbers, readPhoneNumbers),
    years: option('years', readingOptions.years, readYears),
    dates: option('dates', readingOptions.dates, readDates),
    units: option('units', readingOptions.units, readUnits),
    handles: option('handles', readingOptions.handles, readHandles),
  };
}
