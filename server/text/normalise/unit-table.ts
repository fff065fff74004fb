import { withCases, type CountedNoun } from './quantity-rules.ts';

/** What units and their prefixes are called in a language. */
export interface UnitNames {
  /** By their signs: `m` is "metro". */
  base: Readonly<Record<BaseUnit, CountedNoun>>;
  prefixes: Readonly<Record<Prefix, string>>;
  /** "square metres" of "metres", and cubic. */
  square(noun: CountedNoun): CountedNoun;
  cubic(noun: CountedNoun): CountedNoun;
  /** "kilometres" and "hour". */
  per(noun: CountedNoun, other: string): CountedNoun;
  /** "hour", "second", "kilometre", "litre", "cubic metre" after "per". */
  hour: string;
  second: string;
  kilometre: string;
  litre: string;
  cubicMetre: string;
}

export type BaseUnit =
  'm' | 'g' | 'l' | 'W' | 'Wh' | 'V' | 'B' | 'bit' | 'Hz' | 'J' | 'cal' | 'Pa' | 't' | 'N' | 'Ah' | 'bar';
export type Prefix = 'n' | 'µ' | 'm' | 'c' | 'd' | 'h' | 'k' | 'M' | 'G' | 'T';

/** Which prefixes newspapers put before a unit. */
const prefixed: readonly (readonly [BaseUnit, string])[] = [
  ['m', 'nµmcdk'],
  ['g', 'µmk'],
  ['l', 'mcdh'],
  ['W', 'mkMGT'],
  ['Wh', 'kMGT'],
  ['V', 'mk'],
  ['B', 'kMGT'],
  ['bit', 'kMG'],
  ['Hz', 'kMG'],
  ['J', 'kM'],
  ['cal', 'k'],
  ['Pa', 'hkM'],
  ['t', 'k'],
  ['N', 'k'],
  ['Ah', 'm'],
  ['bar', 'm'],
];

const withPrefix = (prefix: string, { one, many, few, part, gender }: CountedNoun): CountedNoun => ({
  one: prefix + one,
  many: prefix + many,
  gender,
  ...(few !== undefined && { few: prefix + few }),
  ...(part !== undefined && { part: prefix + part }),
});

/**
 * Returns the units of physics and computing with their prefixes, squares, cubes and rates.
 * @param others units that this does not make, by their signs
 */
export function unitTable(
  names: UnitNames,
  others: Readonly<Record<string, CountedNoun>>,
): ReadonlyMap<string, CountedNoun> {
  const { base, prefixes, square, cubic, per } = names;
  const units = new Map<string, CountedNoun>();
  for (const [unit, signs] of prefixed) {
    units.set(unit, base[unit]);
    for (const prefix of signs) {
      const noun = withPrefix(prefixes[prefix as Prefix], base[unit]);
      units.set(prefix + unit, noun);
      // The micro sign has two characters.
      if (prefix === 'µ') units.set(`μ${unit}`, noun);
    }
  }
  units.delete('B');
  units.delete('N');
  units.delete('J');
  units.delete('bit');
  const of = (sign: string): CountedNoun => units.get(sign)!;
  for (const sign of ['km', 'm', 'dm', 'cm', 'mm']) {
    for (const [raised, make] of [
      ['²2', square],
      ['³3', cubic],
    ] as const)
      for (const mark of raised) units.set(sign + mark, make(of(sign)));
  }
  units.set('L', of('l'));
  units.set('KB', of('kB'));
  for (const hour of ['km/h', 'kmh', 'km/t']) units.set(hour, per(of('km'), names.hour));
  units.set('m/s', per(of('m'), names.second));
  units.set('g/km', per(of('g'), names.kilometre));
  units.set('mg/l', per(of('mg'), names.litre));
  units.set('µg/m³', per(of('µg'), names.cubicMetre));
  units.set('μg/m³', per(of('µg'), names.cubicMetre));
  for (const [large, small] of [
    ['M', 'm'],
    ['G', 'g'],
  ] as const) {
    const rate = per(of(`${large}bit`), names.second);
    for (const sign of [`${large}bit/s`, `${large}bps`, `${large}b/s`, `${small}bps`]) units.set(sign, rate);
  }
  for (const [sign, noun] of Object.entries(others)) units.set(sign, noun);
  return withCases(units);
}
