import type { Category } from './kind.ts';

const flat = (...names: string[]): Category[] => names.map((name) => ({ name, subcategories: [] }));

/** What Apple Podcasts sorts podcasts by (Apple Podcasts categories, 2019 to now). */
export const podcastCategories: readonly Category[] = [
  {
    name: 'Arts',
    subcategories: ['Books', 'Design', 'Fashion & Beauty', 'Food', 'Performing Arts', 'Visual Arts'],
  },
  {
    name: 'Business',
    subcategories: ['Careers', 'Entrepreneurship', 'Investing', 'Management', 'Marketing', 'Non-Profit'],
  },
  { name: 'Comedy', subcategories: ['Comedy Interviews', 'Improv', 'Stand-Up'] },
  { name: 'Education', subcategories: ['Courses', 'How To', 'Language Learning', 'Self-Improvement'] },
  { name: 'Fiction', subcategories: ['Comedy Fiction', 'Drama', 'Science Fiction'] },
  { name: 'Government', subcategories: [] },
  {
    name: 'Health & Fitness',
    subcategories: ['Alternative Health', 'Fitness', 'Medicine', 'Mental Health', 'Nutrition', 'Sexuality'],
  },
  { name: 'History', subcategories: [] },
  {
    name: 'Kids & Family',
    subcategories: ['Education for Kids', 'Parenting', 'Pets & Animals', 'Stories for Kids'],
  },
  {
    name: 'Leisure',
    subcategories: [
      'Animation & Manga',
      'Automotive',
      'Aviation',
      'Crafts',
      'Games',
      'Hobbies',
      'Home & Garden',
      'Video Games',
    ],
  },
  { name: 'Music', subcategories: ['Music Commentary', 'Music History', 'Music Interviews'] },
  {
    name: 'News',
    subcategories: [
      'Business News',
      'Daily News',
      'Entertainment News',
      'News Commentary',
      'Politics',
      'Sports News',
      'Tech News',
    ],
  },
  {
    name: 'Religion & Spirituality',
    subcategories: ['Buddhism', 'Christianity', 'Hinduism', 'Islam', 'Judaism', 'Religion', 'Spirituality'],
  },
  {
    name: 'Science',
    subcategories: [
      'Astronomy',
      'Chemistry',
      'Earth Sciences',
      'Life Sciences',
      'Mathematics',
      'Natural Sciences',
      'Nature',
      'Physics',
      'Social Sciences',
    ],
  },
  {
    name: 'Society & Culture',
    subcategories: ['Documentary', 'Personal Journals', 'Philosophy', 'Places & Travel', 'Relationships'],
  },
  {
    name: 'Sports',
    subcategories: [
      'Baseball',
      'Basketball',
      'Cricket',
      'Fantasy Sports',
      'Football',
      'Golf',
      'Hockey',
      'Rugby',
      'Running',
      'Soccer',
      'Swimming',
      'Tennis',
      'Volleyball',
      'Wilderness',
      'Wrestling',
    ],
  },
  { name: 'Technology', subcategories: [] },
  { name: 'True Crime', subcategories: [] },
  {
    name: 'TV & Film',
    subcategories: ['After Shows', 'Film History', 'Film Interviews', 'Film Reviews', 'TV Reviews'],
  },
];

/**
 * What Amazon sorts skills by, as far as spoken articles come under it: names of the manifest's enumeration.
 */
export const alexaCategories: readonly Category[] = flat(
  'NEWS',
  'SPORTS_NEWS',
  'WEATHER',
  'PODCAST',
  'BUSINESS_AND_FINANCE',
  'EDUCATION_AND_REFERENCE',
  'FASHION_AND_STYLE',
  'HEALTH_AND_FITNESS',
  'COOKING_AND_RECIPE',
  'KNOWLEDGE_AND_TRIVIA',
  'MOVIE_INFO_AND_REVIEWS',
  'MOVIE_AND_TV_KNOWLEDGE_AND_TRIVIA',
  'MUSIC_AND_AUDIO_KNOWLEDGE_AND_TRIVIA',
  'NOVELTY',
  'RELIGION_AND_SPIRITUALITY',
  'SELF_IMPROVEMENT',
  'STREAMING_SERVICE',
);

/** What Google sorted actions by. */
export const googleCategories: readonly Category[] = flat(
  'News & magazines',
  'Business & finance',
  'Education & reference',
  'Entertainment',
  'Food & drink',
  'Health & fitness',
  'Kids & family',
  'Local',
  'Movies & TV',
  'Music & audio',
  'Sports',
  'Travel & transportation',
  'Weather',
);
