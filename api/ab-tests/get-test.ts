import { testReply } from '#schemas/ab-tests.ts'
import { describeAbTest } from '#store/describe-ab-test.ts'
import { endpoint } from '../http/endpoint.ts'
import type { Family } from './families.ts'
import { findOwnTest } from './find-test.ts'

export const getTest = ({ kind, one, params, noun }: Family) =>
  endpoint({
    method: 'GET',
    path: one,
    summary: `Read an ${noun}`,
    permission: 'read',
    params,
    reply: testReply,
    errors: ['NOT_FOUND'],
    async handle({ params: { id }, reach, sql, config }) {
      return { test: describeAbTest(await findOwnTest(sql, reach, kind, id), config) }
    },
  })
