import { expect, it } from 'vitest'
import { drawResult, readResults } from './report.ts'

it.each(readResults())('the plot of $bench is drawn from its figures', async (result) => {
  await expect(drawResult(result)).toMatchFileSnapshot(`results/${result.bench}.svg`)
})
