import { graphql } from '../document.ts';

/** To be spread in every mutation's result, beside `__typename`. */
export const failureFragment = graphql(
  `fragment Failed on Error { message ... on ValidationError { fieldErrors { field message } } }`,
);
