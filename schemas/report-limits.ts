/** How many rows a report answers, those with the most clicks; without a schema, so that web pages can have the numbers alone. */

export const mostReferrers = 20
/** Browsers, systems and types of devices: clients may call themselves anything. */
export const mostDevices = 500
/** Combinations of UTM parameters. */
export const mostCombinations = 1_000
/** Values of any other column. */
export const mostValues = 500
/** Of countries, of regions and of cities. */
export const mostPlaces = 1_000
