import { Check, X } from 'lucide-react'

/** A status icon that does not rely on color alone. */
export function Working({ isWorking }: { isWorking: boolean }) {
  const Icon = isWorking ? Check : X
  return (
    <span
      className={`flex size-6 shrink-0 items-center justify-center rounded-full ${isWorking ? 'bg-good-tint text-good' : 'bg-bad-tint text-bad'}`}
    >
      <Icon aria-hidden size={14} />
      <span className="sr-only">{isWorking ? 'healthy' : 'not responding'}</span>
    </span>
  )
}
