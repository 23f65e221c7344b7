import { setParameters } from './forward-query.ts'

/** Adds UTM parameters to a URL, replacing those of the same name. */
export function addUtm(url: string, utm: Readonly<Record<string, string | null>>): string {
  const given = Object.entries(utm).filter((entry): entry is [string, string] => entry[1] !== null)
  return setParameters(url, new URLSearchParams(given).toString())
}
