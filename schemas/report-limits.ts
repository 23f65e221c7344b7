/** How many rows a report answers, those with the most clicks; without a schema, so that web pages can have the numbers alone. */

export const mostReferrers = 20
/** Of countries, of regions and of cities. */
export const mostPlaces = 1_000
