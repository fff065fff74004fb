import type { CountryResponse, Reader } from 'maxmind';
import type { Config } from '../../../config.ts';
import type { Logger } from '../../../lib/logger.ts';

/** Looks up the country (ISO 3166-1 alpha-2) of an address; empty: unknown. */
export type CountryOf = (address: string) => string;

/**
 * Opens the operator's database of countries, and follows it where its file is replaced.
 * @returns null: there is none, or it cannot be read, which the log says
 */
export async function openCountries(
  { geoipDatabase }: Pick<Config, 'geoipDatabase'>,
  log: Logger,
): Promise<CountryOf | null> {
  if (geoipDatabase === undefined) return null;
  let reader: Reader<CountryResponse>;
  try {
    const { open } = await import('maxmind');
    reader = await open<CountryResponse>(geoipDatabase, {
      watchForUpdates: true,
      watchForUpdatesNonPersistent: true,
    });
  } catch (error) {
    log.error(
      { err: error, file: geoipDatabase },
      'country database (GEOIP_DATABASE) unreadable; countries stay unknown',
    );
    return null;
  }
  return (address) => {
    try {
      const found = reader.get(address.replace(/^::ffff:(?=\d+\.)/i, ''));
      const code = found?.country?.iso_code ?? found?.registered_country?.iso_code ?? '';
      return /^[A-Z]{2}$/.test(code) ? code : '';
    } catch {
      return '';
    }
  };
}
