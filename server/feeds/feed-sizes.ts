/** Episodes on a page of a podcast's feed. */
export const podcastPageItems = 300;

/** Articles on a page of a JSON feed: they come with their whole texts. */
export const jsonPageItems = 100;

/** Items of a flash briefing: Amazon's limits (Flash Briefing Skill API feed reference). */
export const briefingItems = { least: 1, most: 5 } as const;
