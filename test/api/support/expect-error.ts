import { expect } from 'vitest'
import type { Answer } from './http.ts'

/** Checks for the error envelope with this status and these fields. */
export function expectError({ status, json }: Answer, expected: { status: number; code: string; details?: unknown }) {
  const { status: wanted, ...error } = expected
  expect({ status, success: json?.success }).toEqual({ status: wanted, success: false })
  expect(json.error).toMatchObject(error)
  expect(json.error.message).toEqual(expect.any(String))
}
