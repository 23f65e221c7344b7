import { expect, it } from 'vitest'
import { checkLink } from './check-link.ts'

const url = 'https://example.com/'

it('takes the name of a link from its short URL', () => {
  const checked = checkLink({ position: 2, url, short_url: 'https://bit.ly/abc/' })
  expect(checked).toMatchObject({ link: { host: 'bit.ly', slug: 'abc', source_key: 'bit.ly/abc' } })
})

it('spells the host of an international domain as in the Host header, and its key as the source does', () => {
  const here = { host: 'xn--bcher-kva.example', source_key: 'bücher.example/abc' }
  const named = (raw: object) => checkLink({ position: 2, url, ...raw })
  expect(named({ short_url: 'https://Bücher.example/abc' })).toMatchObject({ link: here })
  expect(named({ slug: 'abc', domain: 'BÜCHER.example' })).toMatchObject({ link: here })
  expect(named({ short_url: 'bücher.example:8080/abc' })).toMatchObject({
    link: { host: 'xn--bcher-kva.example:8080' },
  })
  expect(named({ short_url: 'http://localhost:8080/abc' })).toMatchObject({ link: { host: 'localhost:8080' } })
})

it('leaves out a start date that is not before the expiration date', () => {
  const period = (starts_at: string) => {
    const checked = checkLink({ position: 2, url, starts_at, expires_at: '2030-01-02' })
    return 'link' in checked ? [checked.link.settings.starts_at, ...checked.notes] : []
  }
  expect(period('2030-01-01')).toEqual([Date.UTC(2030, 0, 1)])
  for (const start of ['2030-01-02', '2031-01-01']) expect(period(start)).toEqual([null, 'start_dropped'])
})

it('does not search names, dates and numbers that are as long as a file', () => {
  const cells = ['a.'.repeat(65_000), `x${'/'.repeat(130_000)}x`, ' '.repeat(130_000), `${' '.repeat(130_000)}x`]
  for (const cell of cells) {
    const checked = checkLink({
      position: 2,
      url,
      ...{
        short_url: cell,
        slug: cell,
        domain: cell,
        created_at: cell,
        expires_at: cell,
        clicks: cell,
        max_clicks: cell,
      },
      ...{ password: cell, archived: cell, is_active: cell, redirect_type: cell },
    })
    expect(checked).toMatchObject({ link: { clicks: 0, settings: { url, created_at: null } } })
  }
})
