/** Without zod, so that the dashboard can import them. */
export const utmFields = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'] as const
export type UtmField = (typeof utmFields)[number]

/** Longest value of a parameter of a link, in characters. */
export const longestUtmValue = 200

/** Values of UTM parameters; null for a parameter that is not set. */
export type UtmValues = Record<UtmField, string | null>

export const hasUtm = (values: { [Name in UtmField]?: string | null | undefined }): boolean =>
  utmFields.some((field) => values[field])

export const lacksUtm = 'Set at least one UTM parameter.'
