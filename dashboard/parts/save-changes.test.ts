import { expect, it } from 'vitest'
import { saveChanges } from './save-changes.ts'

const base = { name: 'Northwind', color: '#000000', logo: null as string | null, hosts: ['a'] }
type Filled = typeof base

async function save(change: Partial<Filled>, newest: Filled) {
  const calls: unknown[] = []
  await saveChanges({ ...base, ...change }, base, {
    read: async () => {
      calls.push('read')
      return newest
    },
    save: async (saved) => calls.push(saved),
  })
  return calls
}

it('keeps what others changed since the form was opened', async () => {
  const newest = { ...base, color: '#FFDD00', hosts: ['a', 'b'] }
  expect(await save({ name: 'Southwind', logo: 'new' }, newest)).toEqual([
    'read',
    { name: 'Southwind', color: '#FFDD00', logo: 'new', hosts: ['a', 'b'] },
  ])
})

it('saves a field that both changed as the form has it', async () => {
  expect(await save({ hosts: [] }, { ...base, hosts: ['b'] })).toEqual(['read', { ...base, hosts: [] }])
})

it('saves nothing if nothing was changed', async () => {
  expect(await save({ hosts: ['a'] }, { ...base, name: 'Southwind' })).toEqual([])
})
