import { expect, it } from 'vitest'
import { makeRepeatable } from './make-repeatable.ts'

it.each([
  ['create table clicks (id UUID)', 'create table if not exists clicks (id UUID)'],
  ['alter table clicks add column place String', 'alter table clicks add column if not exists place String'],
  [
    'alter table clicks add projection days (select 1)',
    'alter table clicks add projection if not exists days (select 1)',
  ],
  ['alter table clicks drop column place', 'alter table clicks drop column if exists place'],
  ['alter table clicks rename column place to spot', 'alter table clicks rename column if exists place to spot'],
  [
    'alter table clicks\n  add column place String,\n  drop index days',
    'alter table clicks\n  add column if not exists place String,\n  drop index if exists days',
  ],
])('%j can be repeated', (statement, repeatable) => {
  expect(makeRepeatable(statement)).toBe(repeatable)
  expect(makeRepeatable(repeatable)).toBe(repeatable)
})

it.each([
  'alter table clicks modify setting min_parts_to_merge_at_once = 16',
  'alter table clicks materialize projection quarters',
  "alter table clicks modify column place String default 'add column'",
])('%j is left as it is', (statement) => {
  expect(makeRepeatable(statement)).toBe(statement)
})
