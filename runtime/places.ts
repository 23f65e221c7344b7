import { readFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { isIP } from 'node:net'
import { Reader, type Response } from 'maxmind'
import { Latest } from './latest.ts'
import { remember } from './remember.ts'

export interface Place {
  /** ISO 3166 code in lower case. */
  country_code: string
  country: string
  region: string
  city: string
}

/** Takes the network address of a /24 or /48, with or without the prefix length. */
export type FindPlace = (ipPrefix: string) => Place

const nowhere: Place = { country_code: '', country: '', region: '', city: '' }
const regionNames = new Intl.DisplayNames('en', { type: 'region' })
const mostCountries = 26 * 26
/** The English name of a country by its code in upper case. */
export const nameCountry = remember((code) => regionNames.of(code) ?? code, mostCountries)
/** Decoded values that the reader caches per file. About half of them are records of places. */
const mostPieces = 10_000
const partBytes = 4 * 1_024 * 1_024

/**
 * Locations in the bundled city databases (63 MB for IPv4, 71 MB for IPv6, each in memory from its first use) or in one
 * file in MaxMind or DB-IP format. A database of the wrong IP version returns wrong results.
 */
export interface Places {
  /** Reads the databases of these networks. Call it before `find`. */
  load: (ipPrefixes: readonly string[]) => Promise<void>
  find: FindPlace
}

/** `country`: smaller files (4 MB each) without regions and cities, if no file is given. */
export function openPlaces(file: string | undefined, detail: 'city' | 'country' = 'city'): Places {
  const { load, readers } = file === undefined ? shippedReaders(detail) : oneReader(file)
  const placeOf = rememberPlaces()
  return {
    async load(ipPrefixes) {
      const families = new Set(ipPrefixes.map((ipPrefix) => isIP(addressOf(ipPrefix))))
      for (const family of families) if (family !== 0) await load(family)
    },
    find(ipPrefix) {
      const address = addressOf(ipPrefix)
      const family = isIP(address)
      const record = family === 0 ? null : readers(family).get(address)
      return record === null ? nowhere : placeOf(record)
    },
  }
}

const addressOf = (ipPrefix: string): string => ipPrefix.split('/', 1)[0] ?? ''

interface Readers {
  load: (family: number) => Promise<unknown>
  readers: (family: number) => Reader<CityRecord>
}

function shippedReaders(detail: 'city' | 'country'): Readers {
  const require = createRequire(import.meta.url)
  const loading = new Map<number, Promise<void>>()
  const opened = new Map<number, Reader<CityRecord>>()
  const loadOnce = async (family: number) => {
    const file = require.resolve(`@ip-location-db/dbip-${detail}-mmdb/dbip-${detail}-ipv${family}.mmdb`)
    opened.set(family, readerOf(await readSlowly(file)))
  }
  return {
    async load(family) {
      const load = loading.get(family) ?? loadOnce(family)
      loading.set(family, load)
      // The next batch tries again.
      await load.catch((error: unknown) => {
        loading.delete(family)
        throw error
      })
    },
    readers(family) {
      const reader = opened.get(family)
      if (reader === undefined) throw new Error(`the locations of IPv${family} are not loaded`)
      return reader
    },
  }
}

/** Opened at startup, so that an invalid GEOIP_DB fails early. */
function oneReader(file: string): Readers {
  const reader = readerOf(readFileSync(file))
  return { load: () => Promise.resolve(), readers: () => reader }
}

/**
 * Reads a file in parts, on threads. readFileSync stops the event loop for 45 to 100 ms, and readFile copies all parts at
 * the end.
 */
async function readSlowly(path: string): Promise<Buffer> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const contents = Buffer.allocUnsafeSlow(size)
    for (let at = 0; at < size; ) {
      const { bytesRead } = await file.read(contents, at, Math.min(partBytes, size - at), at)
      if (bytesRead === 0) throw new Error(`${path} became shorter while it was read`)
      at += bytesRead
    }
    return contents
  } finally {
    await file.close()
  }
}

const readerOf = (contents: Buffer) => new Reader<CityRecord>(contents, { cache: new Latest(mostPieces) })

/** A flat record of DB-IP or a nested one of MaxMind. */
type CityRecord = Response & {
  country_code?: string
  state1?: string
  city?: string | Named
  country?: Named & { iso_code?: string }
  subdivisions?: Named[]
}
interface Named {
  names?: { en?: string }
}

/** Networks of one location share its record while the reader caches it. */
function rememberPlaces(): (record: CityRecord) => Place {
  const places = new WeakMap<CityRecord, Place>()
  return (record) => {
    let place = places.get(record)
    if (place === undefined) {
      place = readRecord(record)
      places.set(record, place)
    }
    return place
  }
}

function readRecord(record: CityRecord): Place {
  const code = record.country_code ?? record.country?.iso_code ?? ''
  if (!/^[A-Z]{2}$/.test(code)) return nowhere
  return {
    country_code: code.toLowerCase(),
    country: nameCountry(code),
    region: record.state1 ?? record.subdivisions?.[0]?.names?.en ?? '',
    city: (typeof record.city === 'string' ? record.city : record.city?.names?.en) ?? '',
  }
}
