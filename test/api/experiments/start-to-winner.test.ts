import { expect, it } from 'vitest'
import { eventually } from '../../stack/eventually.ts'
import { account, ask, create, destinations, eventsOf, move, useExperiments } from '../support/experiments.ts'

useExperiments()

const visitors = 400
const place = 'https://example.com'

/** Every 10th visitor of the first variant converts, and every 2nd of the other. */
const convertsEach: Record<string, number> = { '/a': 10, '/b': 2 }

const figuresOf = async (id: string) => (await ask('GET', `/url-ab-tests/${id}`)).json.data

/** Pooled z-score, calculated by the textbook. */
function zScore(one: { clicks: number; conversions: number }, other: typeof one): number {
  const pooled = (one.conversions + other.conversions) / (one.clicks + other.clicks)
  const spread = Math.sqrt(pooled * (1 - pooled) * (1 / one.clicks + 1 / other.clicks))
  return (other.conversions / other.clicks - one.conversions / one.clicks) / spread
}

it('a test from its creation to its winner, with 400 visitors', async () => {
  const test = await create({
    conversions_enabled: true,
    min_sample_size: 50,
    variants: [{ destination_url: `${place}/a` }, { destination_url: `${place}/b` }],
  })
  await move(test.id, 'start')

  const counts: Record<string, { clicks: number; conversions: number }> = {}
  const converted: (string | null)[] = []
  for (const location of await destinations(test.path, visitors)) {
    const { pathname, searchParams } = new URL(location ?? '')
    const count = (counts[pathname] ??= { clicks: 0, conversions: 0 })
    count.clicks++
    if (count.clicks % (convertsEach[pathname] ?? 1) !== 0) continue
    converted.push(searchParams.get('click_id'))
    count.conversions++
  }
  for (const status of [201, 200]) {
    const answers = await Promise.all(converted.map((click_id) => ask('POST', '/conversions', { click_id })))
    expect(new Set(answers.map((answer) => answer.status)), 'recorded once, and again').toEqual(new Set([status]))
  }
  const [first, second] = [counts['/a'], counts['/b']]
  if (first === undefined || second === undefined) throw new Error('a variant got no visitors')
  expect(first.clicks + second.clicks).toBe(visitors)
  expect(Math.abs(first.clicks - visitors / 2), 'five sigma').toBeLessThan(50)

  await eventually(async () => expect((await figuresOf(test.id)).summary).toMatchObject({ total_clicks: visitors }))
  const { analytics, summary } = await figuresOf(test.id)
  expect(summary).toMatchObject({
    total_unique_visitors: visitors,
    total_conversions: first.conversions + second.conversions,
  })
  expect(analytics).toMatchObject([first, second])
  expect(analytics[0]).not.toHaveProperty('significance')
  expect(analytics[1].significance).toMatchObject({ isSignificant: true })
  expect(analytics[1].significance.zScore).toBeCloseTo(zScore(first, second), 2)
  expect(analytics[1].significance.pValue).toBeLessThan(0.001)

  const winner = test.variants[1]
  const completed = await move(test.id, 'complete', { winner_variant_id: winner.id, apply_winner: true })
  expect(completed.json.data.test).toMatchObject({ status: 'completed', winner_variant_id: winner.id })
  expect(new Set(await destinations(test.path, visitors))).toEqual(new Set([`${place}/b`]))
  const types = (await eventsOf(account)).map(({ type }) => type)
  expect(types.filter((type) => type.startsWith('ab_test.'))).toEqual(['ab_test.started', 'ab_test.completed'])
}, 60_000)
