import { type ClickColumnName, type ReportColumn, reportColumns } from '#schemas/click-columns.ts'
import { mostCombinations, mostDevices, mostPlaces, mostReferrers, mostValues } from '#schemas/report-limits.ts'
import { utmFields } from '#schemas/utm-fields.ts'
import { type BreakdownShape, type Levels, levelsOf, type RollupLevel, totalLevel } from './breakdown-shape.ts'

const shape = <By extends Levels, Carried extends ClickColumnName = never>(
  given: BreakdownShape<By> & { carry?: Carried },
) => given

export const columnShape = <Column extends ReportColumn>(column: Column) =>
  shape({ by: { values: [column] }, most: mostValues })

/** How reports break clicks down. Rollups have the levels of all of them. */
export const shapes = {
  /** From one pass over the clicks. */
  devices: shape({
    by: { browsers: ['browser'], systems: ['os'], types: ['device_type'] },
    combinations: true,
    most: mostDevices,
  }),
  /** A region belongs to its country, and a city to its region. */
  places: shape({
    by: {
      countries: ['country_code'],
      regions: ['country_code', 'region'],
      cities: ['country_code', 'region', 'city'],
    },
    carry: 'country',
    visitors: true,
    most: mostPlaces,
  }),
  sources: shape({ by: { sources: ['source'] }, visitors: true, most: mostValues }),
  referrers: shape({ by: { domains: ['referrer_domain'] }, visitors: true, present: true, most: mostReferrers }),
  utm: shape({ by: { combinations: utmFields }, visitors: true, present: true, most: mostCombinations }),
  tops: shape({ by: { countries: ['country'], devices: ['device_type'], referrers: ['referrer_domain'] }, most: 2 }),
}

const allShapes: readonly BreakdownShape[] = [
  ...Object.values(shapes),
  ...Object.values(reportColumns).map(({ column }) => columnShape(column)),
]

/** Every level that a report can read. A change needs a higher `levelsVersion` (rollups/levels-version.ts). */
export const rollupLevels: readonly RollupLevel[] = [
  ...new Map([totalLevel, ...allShapes.flatMap(levelsOf)].map((level) => [level.key, level])).values(),
]
