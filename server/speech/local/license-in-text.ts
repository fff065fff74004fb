import type { VoiceLicense } from '../provider.ts';

/** Titles of licenses as their texts begin. */
const titles: [pattern: RegExp, name: string][] = [
  [/Apache License/i, 'Apache-2.0'],
  [/MIT License|Permission is hereby granted, free of charge/i, 'MIT'],
  [/Attribution-NonCommercial-ShareAlike 4\.0/i, 'CC BY-NC-SA 4.0'],
  [/Attribution-NonCommercial 4\.0/i, 'CC BY-NC 4.0'],
  [/Attribution-ShareAlike 4\.0/i, 'CC BY-SA 4.0'],
  [/Attribution 4\.0 International/i, 'CC BY 4.0'],
  [/CC0 1\.0|Creative Commons Zero/i, 'CC0 1.0'],
  [/GNU GENERAL PUBLIC LICENSE/i, 'GPL-3.0'],
];

/**
 * Finds the license in the text of a model card, a README or a license file: its line "License: …", else the
 * title of a known one. Null where neither is there.
 */
export function licenseIn(text: string): VoiceLicense | null {
  const start = text.slice(0, 20_000);
  const line = /^[ *#-]{0,10}licen[sc]e[*]{0,2}:[ *]{0,10}([^\s*][^\n]{0,200})/im.exec(start)?.[1]?.trim();
  const name =
    line?.replace(/^[*"']{1,4}|[*"']{1,4}$/g, '') ?? titles.find(([pattern]) => pattern.test(start))?.[1];
  return name === undefined ? null : { name, limits: limitsOf(name) };
}

function limitsOf(name: string): VoiceLicense['limits'] {
  const limits: VoiceLicense['limits'] = [];
  if (/\bNC\b|-nc\b|non-?commercial|research/i.test(name)) limits.push('non-commercial');
  if (/\bCC[ -]BY\b|attribution/i.test(name)) limits.push('attribution');
  return limits;
}
