import { isIP } from 'node:net'
import { asksFor } from '#core/rules/record-rules.ts'
import { cutAddress } from '#core/visits/address.ts'
import type { Log } from '#runtime/log.ts'
import { openPlaces, type Place, type Places } from '#runtime/places.ts'
import { remember } from '#runtime/remember.ts'
import type { RecordRule } from '#schemas/targeting.ts'

export type PlaceDetail = 'country' | 'city'

/** The databases that rules need; null for none. */
export function detailFor(rules: readonly RecordRule[]): PlaceDetail | null {
  if (asksFor(rules, 'region', 'city')) return 'city'
  return asksFor(rules, 'country', 'continent') ? 'country' : null
}

const mostNetworks = 20_000
const nowhere: Place = { country_code: '', country: '', region: '', city: '' }

/**
 * Locations of visitors, of their network as in analytics. A file is opened when the first visit needs it: those of
 * countries have 4 MB, those of cities 63 and 71.
 */
export class VisitorPlaces {
  readonly #file: string | undefined
  readonly #log: Log
  readonly #places: Partial<Record<PlaceDetail, Places>> = {}
  readonly #loaded = new Set<string>()
  readonly #find: Record<PlaceDetail, (network: string) => Place>

  constructor(file: string | undefined, log: Log) {
    this.#file = file
    this.#log = log
    const finder = (detail: PlaceDetail) => remember((network) => this.#open(detail).find(network), mostNetworks)
    this.#find = { country: finder('country'), city: finder('city') }
  }

  /** undefined if the file with this IP address is open. Otherwise, or if it cannot be read, the place is unknown. */
  load(address: string, detail: PlaceDetail): Promise<void> | undefined {
    const family = isIP(address)
    const name = `${detail} ${family}`
    if (family === 0 || this.#loaded.has(name)) return undefined
    return this.#load(name, address, detail)
  }

  find(address: string, detail: PlaceDetail): Place {
    return this.#loaded.has(`${detail} ${isIP(address)}`) ? this.#find[detail](cutAddress(address)) : nowhere
  }

  async #load(name: string, address: string, detail: PlaceDetail): Promise<void> {
    try {
      await this.#open(detail).load([address])
      this.#loaded.add(name)
    } catch (error) {
      this.#log.warn({ err: error }, 'a location database cannot be read; rules about locations are not applied')
    }
  }

  #open(detail: PlaceDetail): Places {
    const places = this.#places[detail] ?? openPlaces(this.#file, detail)
    this.#places[detail] = places
    return places
  }
}
