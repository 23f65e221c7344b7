import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import type { ShortUrl } from '#schemas/links.ts'
import { messageOf } from '../api/failure.ts'
import { count } from '../format/numbers.ts'
import { lateToast } from '../parts/late-toast.ts'
import { added, mostSelected, rowsBetween, type Selection, toggled, without } from './selection.ts'
import type { Range, useLinkRows } from './use-link-rows.ts'

type Rows = Pick<ReturnType<typeof useLinkRows>, 'rowAt' | 'readRows' | 'isOld'>

const none: Selection = new Map()

/** The selected links: one by one, as a range, or from the top. The trash has its own selection. */
export function useSelection({ rowAt, readRows, isOld }: Rows, isTrash: boolean) {
  const [selection, setSelection] = useState(none)
  const [wasTrash, setWasTrash] = useState(isTrash)
  if (wasTrash !== isTrash) {
    setWasTrash(isTrash)
    setSelection(none)
  }
  const anchor = useRef<{ index: number; id: string } | null>(null)
  /** How often the selection was cleared: rows that load for an older one are not added. */
  const clearings = useRef(0)
  const latest = useRef({ rowAt, readRows, isOld, selection, isTrash })
  useLayoutEffect(() => {
    if (latest.current.isTrash !== isTrash) {
      anchor.current = null
      clearings.current++
    }
    latest.current = { rowAt, readRows, isOld, selection, isTrash }
  })

  const addRange = useCallback(async (range: Range) => {
    const size = range.last - range.first + 1
    const cut = { first: range.first, last: range.first + Math.min(size, mostSelected) - 1 }
    if (size > mostSelected) {
      void lateToast(`Selected the first ${count(mostSelected)} links`, {
        description: `Maximum ${count(mostSelected)}.`,
      })
    }
    try {
      const before = clearings.current
      const rows = await latest.current.readRows(cut)
      if (clearings.current === before) setSelection((old) => added(old, rows))
    } catch (error) {
      void lateToast('Some links could not be selected', { description: messageOf(error), isError: true })
    }
  }, [])

  const select = useCallback(
    (index: number, isRange: boolean) => {
      const link = latest.current.rowAt(index)
      if (link === undefined) return
      const from = anchor.current
      // A range of the new filter would include links that the user has not seen.
      if (isRange && !latest.current.isOld && from !== null && isStillAt(from, latest.current.rowAt(from.index))) {
        void addRange(rowsBetween(from.index, index))
      } else {
        if (latest.current.selection.size >= mostSelected && !latest.current.selection.has(link.id)) {
          void lateToast(`You can select up to ${count(mostSelected)} links`)
        }
        setSelection((old) => toggled(old, link))
      }
      anchor.current = { index, id: link.id }
    },
    [addRange],
  )

  const drop = useCallback((ids: Iterable<string>) => setSelection((old) => without(old, ids)), [])

  return {
    selection,
    links: [...selection.values()],
    select,
    selectFirst: (total: number) => void addRange({ first: 0, last: total - 1 }),
    clear: () => {
      clearings.current++
      setSelection(none)
    },
    drop,
  }
}

/** If the list was filtered or sorted since, the range would include links that the user has not seen. */
const isStillAt = (from: { id: string }, row: ShortUrl | undefined) => row === undefined || row.id === from.id
