import { mergeQuery } from './merge-query.ts'

/** The address with these UTM parameters, each instead of one of the same name. */
export function addUtm(url: string, utm: Readonly<Record<string, string | null>>): string {
  const given = Object.entries(utm).filter((entry): entry is [string, string] => entry[1] !== null)
  return mergeQuery(url, new URLSearchParams(given).toString())
}
