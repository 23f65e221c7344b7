import { describe, expect, it } from 'vitest'
import { ch, join, render, text, uuid, uuids } from './ch-tag.ts'

const id = '0190f1a2-0000-7000-8000-000000000000'

describe('the ch tag', () => {
  it('binds values and numbers them through nested fragments', () => {
    const where = join([ch`account_id = ${uuid(id)}`, ch`browser = ${text("O'Hara")}`], ch` and `)
    expect(render(ch`select count() from clicks where ${where} and os = ${text('iOS')}`)).toEqual({
      query: 'select count() from clicks where account_id = {p0:UUID} and browser = {p1:String} and os = {p2:String}',
      params: { p0: id, p1: "O'Hara", p2: 'iOS' },
    })
  })

  it('binds a value that is used several times once, but not with another type', () => {
    const ids = [id]
    const some = uuids(ids)
    const all = [uuid(id), uuid(id), text(id), some, uuids(ids), uuids([...ids])]
    const { query, params } = render(
      join(
        all.map((value) => ch`${value}`),
        ch`, `,
      ),
    )
    expect(query).toBe('{p0:UUID}, {p0:UUID}, {p1:String}, {p2:Array(UUID)}, {p2:Array(UUID)}, {p3:Array(UUID)}')
    expect(params).toEqual({ p0: id, p1: id, p2: ids, p3: ids })
  })

  it('binds a long list in parts', () => {
    const ids = Array.from({ length: 3_000 }, (_, index) => `${id.slice(0, -4)}${String(index).padStart(4, '0')}`)
    const some = uuids(ids)
    const { query, params } = render(ch`select ${some}, ${some}`)
    const parts = Object.entries(params)
    const placeholder = `arrayConcat(${parts.map(([name]) => `{${name}:Array(UUID)}`).join(', ')})`
    expect(query).toBe(`select ${placeholder}, ${placeholder}`)
    expect(parts.flatMap(([, part]) => part)).toEqual(ids)
    expect(Math.max(...parts.map(([, part]) => Buffer.byteLength(JSON.stringify(part))))).toBeLessThan(128 * 1024)
  })

  it('rejects a plain string', () => {
    // @ts-expect-error: an untyped string would become part of the statement
    const fragment = ch`select ${'1; drop table clicks'}`
    expect(() => render(fragment)).toThrow()
  })

  it('renders an empty join as an empty string', () => {
    expect(render(ch`select 1${join([], ch`, `)}`)).toEqual({ query: 'select 1', params: {} })
  })
})
