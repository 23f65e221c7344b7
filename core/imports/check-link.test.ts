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
