import type { z } from 'zod'
import { check } from '../../problems.ts'
import type { RawLink } from '../raw-link.ts'
import type { RawVisit } from '../raw-visit.ts'

/** A GET request to the API of a service. */
export interface ApiCall {
  /** With its query. */
  path: string
  /** Another host of the service, by its name in `hosts`. */
  host?: string
}

/** A link as the API has it. Its position is its number in the source. */
export type ApiLink = Omit<RawLink, 'position'>

/** A request for settings that the list of links lacks. */
export interface Completion {
  call: ApiCall
  /** Links that the response completes, and that lack something without it. */
  links: readonly ApiLink[]
  /** Writes what the response contains to these links. Throws MalformedResponse. */
  read(body: unknown): void
}

export interface ApiPage<Cursor = unknown> {
  links: ApiLink[]
  completions?: Completion[]
  /** null after the last page. */
  next: Cursor | null
}

/** How the individual visits of a link are read. */
export interface VisitSource {
  /** `path` is that of the link in VisitsOfLink. Only visits until this time: later ones would move the pages. */
  call(asked: { path: string; page: number; until: Date }): ApiCall
  /** Throws MalformedResponse. */
  read(body: unknown): { visits: RawVisit[]; pages: number }
}

/** How the API of a service is read. Pure: the worker sends the requests. */
export interface ApiSource<Cursor = unknown> {
  /** Name of the service in messages. */
  name: string
  /** URL of the API; null if every user has a different one. */
  url: string | null
  /** Other hosts of the API. They are not used if the user entered a URL. */
  hosts?: Readonly<Record<string, string>>
  /** Requests per second, below the limit that the service documents. */
  perSecond: number
  authorize(token: string): Record<string, string>
  /** The cursor of the first page. */
  start: Cursor
  call(cursor: Cursor): ApiCall
  /** Throws MalformedResponse. */
  read(body: unknown, cursor: Cursor): ApiPage<Cursor>
  visits?: VisitSource
}

/** The response does not have the documented form. */
export class MalformedResponse extends Error {
  override name = 'MalformedResponse'
}

export function readBody<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const { value, problems } = check(schema, body)
  if (value === null) throw new MalformedResponse(`${problems[0]?.field || 'the response'}: ${problems[0]?.message}`)
  return value
}

/** The text of a field. undefined if the service has no value. */
export const textOf = (value: string | number | boolean | null | undefined): string | undefined =>
  value === null || value === undefined || value === '' ? undefined : String(value)

/** Tags as a list, because a tag of another service can contain a comma. */
export const tagsText = (tags: readonly string[] | null | undefined): string | undefined =>
  tags === null || tags === undefined || tags.length === 0 ? undefined : JSON.stringify(tags)

export const queryOf = (values: Record<string, string | number | undefined>): string =>
  new URLSearchParams(
    Object.entries(values).flatMap(([name, value]): [string, string][] =>
      value === undefined ? [] : [[name, String(value)]],
    ),
  ).toString()
