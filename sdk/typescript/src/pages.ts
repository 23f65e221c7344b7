export interface Pagination {
  page: number
  limit: number
  total: number
  total_pages: number
  has_more: boolean
  next_cursor: string | null
}

export interface Page<Item> {
  data: Item[]
  pagination: Pagination
}

/** Await it for one page, or iterate over it for the items of all pages: `for await (const link of links.list())`. */
export interface Pages<Item> extends PromiseLike<Page<Item>>, AsyncIterable<Item> {}

type Query = Record<string, unknown>

/** Requests nothing until it is awaited or iterated. */
export function listPages<Item>(query: Query, read: (query: Query) => Promise<Page<Item>>): Pages<Item> {
  let first: Promise<Page<Item>> | undefined
  const readFirst = () => {
    first ??= read(query)
    return first
  }
  return {
    // biome-ignore lint/suspicious/noThenProperty: awaiting the list returns its first page.
    // oxlint-disable-next-line unicorn/no-thenable
    then: (fulfilled, rejected) => readFirst().then(fulfilled, rejected),
    async *[Symbol.asyncIterator]() {
      let page = await readFirst()
      for (;;) {
        yield* page.data
        const { has_more, next_cursor, page: number } = page.pagination
        if (!has_more) return
        const { page: _, ...rest } = query
        page = await read(next_cursor === null ? { ...rest, page: number + 1 } : { ...rest, cursor: next_cursor })
      }
    },
  }
}
