import type { FullExperiment } from '../api/experiments.ts'
import { count, lift, probability, rate } from '../format/numbers.ts'

const span = (interval: { lower: number; upper: number } | null) =>
  interval === null ? 'baseline' : `${rate(interval.lower)} to ${rate(interval.upper)}`

/** What the whiskers draw, for who does not see them. */
export const FiguresTable = ({ full: { test, analytics } }: { full: FullExperiment }) => (
  <div className="sr-only">
    <table>
      <caption>Variants with intervals at {test.confidence_level}%</caption>
      <thead>
        <tr>
          <th scope="col">Variant</th>
          <th scope="col">Clicks</th>
          <th scope="col">Visitors</th>
          <th scope="col">Conversions</th>
          <th scope="col">Conversion rate</th>
          <th scope="col">Interval of the rate</th>
          <th scope="col">Lift</th>
          <th scope="col">Points above the first</th>
          <th scope="col">p</th>
        </tr>
      </thead>
      <tbody>
        {analytics.map((variant) => (
          <tr key={variant.id}>
            <th scope="row">{variant.name}</th>
            <td>{count(variant.clicks)}</td>
            <td>{count(variant.unique_visitors)}</td>
            <td>{count(variant.conversions)}</td>
            <td>{rate(variant.conversion_rate)}</td>
            <td>{span(variant.interval)}</td>
            <td>{variant.uplift === null ? 'none' : lift(variant.uplift)}</td>
            <td>{span(variant.difference)}</td>
            <td>{variant.significance === undefined ? 'not told' : probability(variant.significance.pValue)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)
