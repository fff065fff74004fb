/** What all spellings of a label have in common: capitals do not make another label of it. */
export const labelKey = (label: string): string => label.normalize('NFC').toLowerCase();
