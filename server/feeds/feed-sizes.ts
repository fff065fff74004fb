/** Articles on a page of a JSON feed: they come with their whole texts. */
export const jsonPageItems = 100;
