import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { settings } from '#runtime/config.ts'
import { renderConfiguration } from './render-configuration.ts'
import { root } from './root.ts'

it('keeps docs/configuration.md as the settings are (npm run docs writes it anew)', () => {
  expect(readFileSync(`${root}/docs/configuration.md`, 'utf8')).toBe(renderConfiguration(settings))
})

it('finds no setting without a meaning', () => {
  const silent = Object.entries(settings).filter(([, type]) => (type.description ?? '') === '')
  expect(silent.map(([name]) => name)).toEqual([])
})

it('shows the default as it is written, before any transformation', () => {
  const place = z
    .string()
    .default('.data')
    .transform((path) => `/somewhere/${path}`)
    .describe('A folder.')
  const text = renderConfiguration({ PLACE: place, LATER: z.string().optional().describe('One | other.') })
  expect(text).toContain('| `PLACE` | `.data` | A folder. |')
  expect(text).toContain('| `LATER` |  | One \\| other. |')
})
