import { z } from 'zod'
import type { SafeOptions } from '#runtime/safe-fetch.ts'
import { readVersion } from '#runtime/version.ts'
import { askApi, inWords, type ThreatProvider } from './provider.ts'

const threatTypes = ['MALWARE', 'SOCIAL_ENGINEERING', 'UNWANTED_SOFTWARE']

const found = z.object({
  matches: z.array(z.object({ threatType: z.string(), threat: z.object({ url: z.string() }) })).default([]),
})

/** The Lookup API (v4) of Google Safe Browsing. It is free for non-commercial use. */
export const safeBrowsing = (
  key: string,
  safe: SafeOptions = {},
  origin = 'https://safebrowsing.googleapis.com',
): ThreatProvider => ({
  name: 'Google Safe Browsing',
  atOnce: 500,
  async check(urls, signal) {
    const body = {
      client: { clientId: 'waymark', clientVersion: readVersion() },
      threatInfo: {
        threatTypes,
        platformTypes: ['ANY_PLATFORM'],
        threatEntryTypes: ['URL'],
        threatEntries: urls.map((url) => ({ url })),
      },
    }
    const reply = await askApi(`${origin}/v4/threatMatches:find?key=${encodeURIComponent(key)}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      ...{ signal, safe },
    })
    return new Map(found.parse(reply).matches.map(({ threatType, threat }) => [threat.url, inWords(threatType)]))
  },
})
