import type { Dice } from '../guarantees/dice.ts'
import type { Call, Reply } from './call.ts'

const mostOfNoun = 200
const names = ['id', 'short_code', 'custom_alias', 'client_id', 'client_secret', 'next_cursor']

/** Ids, slugs and cursors that replies contained, so that later calls name objects that exist. */
export class KnownObjects {
  readonly #values = new Map<string, string[]>()
  readonly #dice: Dice

  constructor(dice: Dice) {
    this.#dice = dice
  }

  readonly pick = (noun: string): string | undefined => {
    const values = this.#values.get(noun)
    return values === undefined ? undefined : this.#dice.pick(values)
  }

  /** Slugs of links. */
  get codes(): readonly string[] {
    return this.#values.get('code') ?? []
  }

  learn({ path }: Call, { status, text }: Reply): void {
    if (status >= 300 || !text.startsWith('{')) return
    const noun = /^\/api\/\w+\/([\w-]+)/.exec(path)?.[1] ?? ''
    for (const [, name = '', value = ''] of text.slice(0, 20_000).matchAll(/"(\w+)":"([^"\\]{1,500})"/g)) {
      if (!names.includes(name)) continue
      if (name === 'id') this.#add(noun, value)
      if (name === 'id') this.#add('any', value)
      if (name === 'short_code') this.#add('code', value)
      if (name.startsWith('client_')) this.#add(name, value)
      if (name === 'next_cursor') this.#add('cursor', value)
    }
  }

  #add(noun: string, value: string): void {
    const values = this.#values.get(noun) ?? []
    if (values.length < mostOfNoun) values.push(value)
    else values[Math.floor(this.#dice.between(0, mostOfNoun))] = value
    this.#values.set(noun, values)
  }
}
