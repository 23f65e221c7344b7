import { expect, it } from 'vitest'
import { linkFields } from '#schemas/link-fields.ts'
import { Failure } from '../api/failure.ts'
import { emptyForm } from './draft.ts'
import { fieldNames, fieldsOf, flagChangesFor, type GroupName, optionGroups } from './form-fields.ts'
import { countSet, groupsFor, groupsWithErrors } from './option-groups.ts'

it('has a group for every field of the form except destination, slug and domain', () => {
  const grouped = (Object.keys(optionGroups) as GroupName[]).flatMap(fieldsOf)
  const others = fieldNames.filter((field) => !grouped.includes(field))
  expect(others).toEqual(['url', 'custom_alias', 'domain'])
})

it('includes every field that a client can set', () => {
  const known: string[] = fieldNames.map((field) => (field.startsWith('og_') ? 'og' : field))
  expect(Object.keys(linkFields).filter((field) => !known.includes(field))).toEqual([])
})

it('offers options for a new slug only for new links', () => {
  expect(groupsFor('create')).toContain('code')
  expect(groupsFor('edit')).not.toContain('code')
})

it('counts fields that differ from the defaults', () => {
  const plain = emptyForm('')
  expect(countSet('redirect', plain, plain)).toBe(0)
  expect(countSet('redirect', { ...plain, redirect_type: '301', forward_query: false }, plain)).toBe(2)
})

it('finds the groups that an error refers to', () => {
  const about = (field: string) =>
    groupsWithErrors(
      new Failure('no', { status: 422, code: 'X', requestId: null, details: { errors: [{ field, message: '' }] } }),
    )
  expect(about('og.image_url')).toEqual(['card'])
  expect(about('expires_at')).toEqual(['ends'])
  expect(about('url')).toEqual([])
  expect(groupsWithErrors(new Error('else'))).toEqual([])
})

it('offers changes that affect any of the selected links', () => {
  const names = (links: Parameters<typeof flagChangesFor>[0]) => flagChangesFor(links).map(({ name }) => name)
  const [plain, off] = [
    { archived: false, is_active: true },
    { archived: false, is_active: false },
  ]
  expect(names([plain])).toEqual(['Archive', 'Disable'])
  expect(names([plain, off])).toEqual(['Archive', 'Enable', 'Disable'])
  expect(names([{ ...off, archived: true }])).toEqual(['Unarchive', 'Enable'])
})
