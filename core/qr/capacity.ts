import type { ErrorCorrection } from '#schemas/qr-choices.ts'

/** Capacity of the largest code, version 40: digits, alphanumeric characters, bytes (ISO/IEC 18004, table 7). */
const largest = {
  L: { digits: 7_089, alphanumeric: 4_296, bytes: 2_953 },
  M: { digits: 5_596, alphanumeric: 3_391, bytes: 2_331 },
  Q: { digits: 3_993, alphanumeric: 2_420, bytes: 1_663 },
  H: { digits: 3_057, alphanumeric: 1_852, bytes: 1_273 },
} as const satisfies Record<ErrorCorrection, Record<string, number>>

export type Capacity =
  | { kind: 'fits' }
  | { kind: 'too-long'; length: number; most: number; unit: 'digits' | 'characters' | 'bytes' }

/** Whether a text fits into a code of this level, and the limit. */
export function judgeLength(payload: string, level: ErrorCorrection): Capacity {
  const { digits, alphanumeric, bytes } = largest[level]
  if (/^\d+$/.test(payload)) return compare(payload.length, digits, 'digits')
  if (/^[0-9A-Z $%*+\-./:]+$/.test(payload)) return compare(payload.length, alphanumeric, 'characters')
  return compare(new TextEncoder().encode(payload).length, bytes, 'bytes')
}

function compare(length: number, most: number, unit: 'digits' | 'characters' | 'bytes'): Capacity {
  return length <= most ? { kind: 'fits' } : { kind: 'too-long', length, most, unit }
}
