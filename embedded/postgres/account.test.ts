import { expect, it } from 'vitest'
import { findUser } from './account.ts'

const passwd = `root:x:0:0:root:/root:/bin/bash
postgresql:x:99:99::/:/bin/sh
nobody:x:65534:65533:nobody:/nonexistent:/usr/sbin/nologin
`

it('a user is found by the exact name', () => {
  expect(findUser(passwd, 'nobody')).toEqual({ uid: 65_534, gid: 65_533 })
  expect(findUser(passwd, 'postgres')).toBeUndefined()
})

it('root is not a user to run Postgres as', () => {
  expect(findUser(passwd, 'root')).toBeUndefined()
})
