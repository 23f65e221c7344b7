import { useState } from 'react'
import { AllClicks } from '../reports/all-clicks.tsx'
import { compileReport } from '../reports/scope.ts'
import type { View } from '../reports/view.ts'

const search = { period: 'all' } as const

/** All clicks of a link, whatever the filters of its report. */
export function LinkClicks({ linkId, onClose }: { linkId: string; onClose: () => void }) {
  const [now] = useState(() => new Date())
  const about = { link: linkId }
  const { id, scope } = compileReport(search, about, now)
  const view: View = { id, scope, about, search, change: () => undefined }
  return <AllClicks view={view} onClose={onClose} />
}
