import pino from 'pino'
import { beforeEach, describe, expect, it } from 'vitest'
import { Overloaded } from '#core/api-error.ts'
import { SignInRoom } from './sign-in-room.ts'

let lines: { level: number; refused: number; err?: unknown }[]
let room: SignInRoom
beforeEach(() => {
  lines = []
  room = new SignInRoom(pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) }))
})

const take = (network: string, times: number, now = 0) => Array.from({ length: times }, () => room.take(network, now))

describe('slots for password checks', () => {
  it('are limited to 8 for each network', () => {
    take('192.0.2.1', 8)
    expect(() => room.take('192.0.2.1', 0)).toThrow(Overloaded)
    expect(() => room.take('192.0.2.2', 0)).not.toThrow()
  })

  it('are limited to 16 for a /48 of IPv6', () => {
    take('2001:db8:1:1:0:0:0:1', 8)
    take('2001:db8:1:2:0:0:0:1', 8)
    expect(() => room.take('2001:db8:1:3:0:0:0:1', 0)).toThrow(Overloaded)
    expect(() => room.take('2001:db8:2:1:0:0:0:1', 0)).not.toThrow()
  })

  it('are limited to 64 for all networks together', () => {
    for (let network = 0; network < 8; network += 1) take(`192.0.2.${network}`, 8)
    expect(() => room.take('192.0.2.8', 0)).toThrow(Overloaded)
  })

  it('are available again after they are released', () => {
    for (let round = 0; round < 20; round += 1) {
      for (const giveBack of take('192.0.2.1', 8)) giveBack()
    }
    expect(take('192.0.2.1', 8)).toHaveLength(8)
  })

  it('log rejections at most once a second, as a warning without a stack', () => {
    take('192.0.2.1', 8)
    for (const now of [1_000, 1_001, 1_999, 2_000, 2_500, 9_000]) {
      expect(() => room.take('192.0.2.1', now)).toThrow(Overloaded)
    }
    expect(lines).toMatchObject([
      { level: 40, refused: 1 },
      { level: 40, refused: 3 },
      { level: 40, refused: 2 },
    ])
    for (const line of lines) expect(line.err).toBeUndefined()
  })
})
