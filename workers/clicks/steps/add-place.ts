import type { Step } from '../click.ts'
import type { FindPlace } from '../places.ts'
import { remember } from '../remember.ts'

const mostNetworks = 20_000

/** Country, region and city of the network; the address itself never comes here. */
export function addPlace(findPlace: FindPlace): Step {
  const find = remember(findPlace, mostNetworks)
  return ({ raw, row }) => {
    Object.assign(row, find(raw.ip_prefix))
    return undefined
  }
}
