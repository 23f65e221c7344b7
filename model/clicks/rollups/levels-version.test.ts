import { expect, it } from 'vitest'
import { rollupLevels } from '../queries/shapes.ts'
import { levelsVersion } from './levels-version.ts'

/** With each change of this list, raise `levelsVersion`: days that were built before lack the new levels. */
const levels = [
  '',
  '?referrer_domain',
  '?utm_source,utm_medium,utm_campaign,utm_term,utm_content',
  'browser',
  'browser,os,device_type',
  'continent',
  'country',
  'country_code,region,city>country',
  'country_code,region>country',
  'country_code>country',
  'device_type',
  'language',
  'os',
  'referrer_domain',
  'rule_id',
  'source',
  'utm_source,utm_medium,utm_campaign,utm_term,utm_content',
]

it('a version has its levels', () => {
  expect({ version: levelsVersion, levels: rollupLevels.map(({ key }) => key).sort() }).toEqual({ version: 2, levels })
})
