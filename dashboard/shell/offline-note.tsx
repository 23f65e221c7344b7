import { onlineManager } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'

const subscribe = (changed: () => void) => onlineManager.subscribe(changed)

export function OfflineNote() {
  const isOnline = useSyncExternalStore(subscribe, () => onlineManager.isOnline())
  if (isOnline) return null
  return (
    <p role="status" className="mx-auto mb-4 max-w-[1280px] rounded-md bg-warn-tint px-3 py-2 text-warn">
      This device is offline. What you see is what was loaded last.
    </p>
  )
}
