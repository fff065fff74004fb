/** What an action export is made of. */
export interface GoogleAction {
  slug: string;
  /** What people call it by. */
  name: string;
  /** BCP 47. */
  language: string;
  /** Where its conversation is answered. */
  url: string;
}

/**
 * The action package that was uploaded to Google Actions, with the `gactions` tool. Google retired them on
 * 2023-06-13.
 */
export const googleAction = ({ slug, name, language, url }: GoogleAction): string => {
  const conversation = slug.replace(/[^A-Za-z0-9_]/g, '_');
  return JSON.stringify(
    {
      manifest: { displayName: name, invocationName: name },
      actions: [
        {
          name: 'MAIN',
          description: name,
          intent: { name: 'actions.intent.MAIN' },
          fulfillment: { conversationName: conversation },
        },
      ],
      conversations: { [conversation]: { name: conversation, url, fulfillmentApiVersion: 2 } },
      locale: language.slice(0, 2).toLowerCase(),
    },
    null,
    2,
  );
};
