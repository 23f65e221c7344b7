import { X } from 'lucide-react'
import { countryName, deviceName } from '../format/names.ts'
import type { LinkFilterName } from './link-page.tsx'

type Search = { [Name in LinkFilterName]?: string | undefined }

const write: Record<LinkFilterName, (value: string) => string> = {
  country: (code) => `Country: ${countryName(code)}`,
  device: (type) => `Device: ${deviceName(type)}`,
  browser: (name) => `Browser: ${name}`,
  referrer: (domain) => `Referrer: ${domain}`,
}

/** What the numbers below are about, each to be taken away. */
export function FilterChips({ search, onClear }: { search: Search; onClear: (name: LinkFilterName) => void }) {
  const names = (Object.keys(write) as LinkFilterName[]).filter((name) => search[name] !== undefined)
  return (
    <div className="flex flex-wrap gap-2">
      {names.map((name) => (
        <button
          key={name}
          type="button"
          className="flex h-8 items-center gap-1.5 rounded-full bg-tint px-3 text-[13px] font-medium hover:opacity-80"
          onClick={() => onClear(name)}
        >
          {write[name](search[name] ?? '')}
          <X aria-hidden size={13} />
          <span className="sr-only">: take the filter away</span>
        </button>
      ))}
    </div>
  )
}
