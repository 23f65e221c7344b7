import { mergeQuery } from './merge-query.ts'

/** Adds UTM parameters to a URL, replacing those of the same name. */
export function addUtm(url: string, utm: Readonly<Record<string, string | null>>): string {
  const given = Object.entries(utm).filter((entry): entry is [string, string] => entry[1] !== null)
  return mergeQuery(url, new URLSearchParams(given).toString())
}
