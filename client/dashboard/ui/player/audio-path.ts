/**
 * The address under which this page plays audio: links to the audio host become a path of this site, so that
 * they work whichever name the dashboard was opened by.
 */
export function audioPath(url: string): string {
  const at = url.indexOf('/download/');
  return at === -1 ? url : url.slice(at);
}
