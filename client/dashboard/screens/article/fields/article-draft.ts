/** What an editor enters for an article. */
export interface ArticleDraft extends Record<string, unknown> {
  title: string;
  url: string;
  text: string;
  labels: string[];
}
