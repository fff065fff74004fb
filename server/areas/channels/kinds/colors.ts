/** Why a text is no color, or null. */
export const colorProblem = (value: string): string | null =>
  /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.test(value) ? null : 'Must be a color, such as #5d72e4.';
