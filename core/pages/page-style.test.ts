import { describe, expect, it } from 'vitest'
import { contrastRatio } from '../qr/color.ts'
import { colorOnBrand, pageStyle } from './page-style.ts'

describe('text on the color of a brand', () => {
  it('has a contrast of at least 4.5:1 on every color', () => {
    const steps = Array.from({ length: 18 }, (_, step) => (step * 15).toString(16).padStart(2, '0'))
    const ratios = steps.flatMap((red) =>
      steps.flatMap((green) =>
        steps.map((blue) => contrastRatio(`#${red}${green}${blue}`, colorOnBrand(`#${red}${green}${blue}`))),
      ),
    )
    expect(Math.min(...ratios)).toBeGreaterThanOrEqual(4.5)
  })
})

it('the style of the pages loads nothing', () => {
  expect(pageStyle).not.toMatch(/url\(|@import|@font-face/)
})
