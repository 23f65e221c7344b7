import { expect, it } from 'vitest'
import { judgeMemberChange, type MemberChange } from './judge-member-change.ts'

const change: MemberChange = { by: 'owner', isOwn: false, from: 'viewer', to: 'editor', owners: 2 }

it('keeps the last owner, also from the command line', () => {
  for (const by of ['owner', null] as const) {
    for (const to of [null, 'admin', 'viewer'] as const) {
      expect(judgeMemberChange({ ...change, by, from: 'owner', to, owners: 1 })).toBe('last-owner')
    }
  }
  const leaving = { ...change, isOwn: true, from: 'owner', to: null } as const
  expect(judgeMemberChange({ ...leaving, owners: 1 })).toBe('last-owner')
  expect(judgeMemberChange({ ...change, from: 'owner', to: 'owner', owners: 1 })).toBe('allowed')
  expect(judgeMemberChange({ ...change, from: 'owner', to: null, owners: 2 })).toBe('allowed')
})

it('lets only owners change owners', () => {
  for (const [from, to] of [
    ['owner', 'admin'],
    ['owner', null],
    ['admin', 'owner'],
  ] as const) {
    expect(judgeMemberChange({ ...change, by: 'admin', from, to })).toBe('owners-only')
    expect(judgeMemberChange({ ...change, by: 'owner', from, to })).toBe('allowed')
  }
  expect(judgeMemberChange({ ...change, by: 'admin', isOwn: true, from: 'admin', to: 'owner' })).toBe('owners-only')
})

it('lets editors and viewers only leave', () => {
  for (const by of ['editor', 'viewer'] as const) {
    expect(judgeMemberChange({ ...change, by })).toBe('not-allowed')
    expect(judgeMemberChange({ ...change, by, to: null })).toBe('not-allowed')
    expect(judgeMemberChange({ ...change, by, isOwn: true, from: by, to: null })).toBe('allowed')
    expect(judgeMemberChange({ ...change, by, isOwn: true, from: by, to: 'admin' })).toBe('not-allowed')
  }
})
