import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { frameMostBytes, hasFrameAfter, readFrames, writeFrame } from './spool-frame.ts'

function segmentOf(payloads: string[]): Buffer {
  return Buffer.concat(
    payloads.map((payload) => {
      const buffer = Buffer.alloc(frameMostBytes(payload.length))
      return buffer.subarray(0, writeFrame(buffer, payload, 2))
    }),
  )
}

const textsOf = (bytes: Buffer) => readFrames(bytes).payloads.map(String)
const payloads = fc.array(fc.string({ unit: 'grapheme', minLength: 1 }), { minLength: 1, maxLength: 5 })

describe('spool frames', () => {
  it('read back as they were written', () => {
    fc.assert(
      fc.property(payloads, (given) => {
        const { payloads: read, clicks } = readFrames(segmentOf(given))
        expect(read.map(String)).toEqual(given)
        expect(clicks).toBe(given.length * 2)
      }),
    )
  })

  it('end at the last complete frame, wherever the segment was cut', () => {
    fc.assert(
      fc.property(payloads, fc.nat(), (given, at) => {
        const whole = segmentOf(given)
        const cut = whole.subarray(0, at % whole.length)
        const { payloads: read, end } = readFrames(cut)
        expect(hasFrameAfter(cut, end)).toBe(false)
        expect(read.map(String)).toEqual(given.slice(0, read.length))
        expect(end).toBe(segmentOf(given.slice(0, read.length)).length)
        expect(read.length).toBeLessThan(given.length)
      }),
    )
  })

  it('end before a frame with changed bytes', () => {
    const bytes = segmentOf(['first\n', 'second\n', 'third\n'])
    const at = bytes.indexOf('second')
    bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at)
    expect(textsOf(bytes)).toEqual(['first\n'])
  })

  it('end where the disk left zeros', () => {
    const bytes = Buffer.concat([segmentOf(['first\n']), Buffer.alloc(64)])
    expect(textsOf(bytes)).toEqual(['first\n'])
    expect(hasFrameAfter(bytes, readFrames(bytes).end)).toBe(false)
  })

  it.each(['first', 'second'])('are found after a hole in the %s of three', (word) => {
    const bytes = segmentOf(['first\n', 'second\n', 'third\n'])
    const at = bytes.indexOf(word)
    bytes.fill(0, at - 8, at + 4)
    expect(hasFrameAfter(bytes, readFrames(bytes).end)).toBe(true)
  })
})
