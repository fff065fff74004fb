import { languageLabel } from '../../../ui/format.ts';

/**
 * Languages that podcast apps list (BCP 47): those of ISO 639-1 that podcasts are published in, and the
 * regions that apps tell apart.
 */
const tags = [
  'af ar bg bn bs ca cs cy da de de-AT de-CH de-DE el en en-AU en-CA en-GB en-IE en-IN en-NZ en-US',
  'en-ZA es es-AR es-ES es-MX et eu fa fi fil fr fr-BE fr-CA fr-CH fr-FR ga gl gu he hi hr hu hy',
  'id is it it-CH ja ka kk ko lb lt lv mk ml mr ms mt nb nl nl-BE nl-NL no pa pl pt pt-BR pt-PT rm',
  'ro ru sk sl sq sr sv sw ta te th tr uk ur uz vi zh zh-CN zh-HK zh-TW zu',
].flatMap((line) => line.split(' '));

/**
 * Returns the languages to choose from, by their names in the language that is shown.
 * @param chosen a tag that is offered although it is not in the list
 */
export function podcastLanguages(chosen: string | null): { value: string; label: string }[] {
  const offered = chosen === null || tags.includes(chosen) ? tags : [chosen, ...tags];
  return offered
    .map((value) => ({ value, label: languageLabel(value) }))
    .toSorted((one, other) => one.label.localeCompare(other.label));
}
