import { useQuery } from '@tanstack/react-query'
import type { TagRecord } from '#schemas/tag-records.ts'
import { readAll } from './client.ts'
import { linksKey } from './refresh.ts'

export const tagsPath = '/api/v1/tags'
export const tagsKey = [...linksKey, 'tags']
const freshMs = 60_000

const colorsQuery = {
  queryKey: [...tagsKey, 'colors'],
  staleTime: freshMs,
  async queryFn({ signal }: { signal: AbortSignal }) {
    const tags = await readAll<TagRecord>(tagsPath, signal, { colored: 'true' })
    return new Map(tags.map(({ name, color }) => [name.toLowerCase(), color]))
  },
}

/** The color of a tag by its name. */
export function useTagColors(): (tag: string) => string {
  const { data } = useQuery(colorsQuery)
  return (tag) => data?.get(tag.toLowerCase()) ?? 'gray'
}
