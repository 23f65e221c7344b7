import { type MouseEvent, type PointerEvent, useState } from 'react'
import { countryName } from '../format/names.ts'
import { count, share } from '../format/numbers.ts'
import { mapSteps, stepOf } from './map-steps.ts'
import { dots, mapSize, shapes } from './shapes.ts'

interface WorldMapProps {
  countries: readonly { country_code: string | null; clicks: number }[]
  total: number
  chosen: string | undefined
  onChoose: (code: string) => void
}

/** Written out, since Tailwind finds only whole class names in the source. */
const fills = [
  'fill-map-0',
  'fill-map-1 hover:opacity-80 cursor-pointer',
  'fill-map-2 hover:opacity-80 cursor-pointer',
  'fill-map-3 hover:opacity-80 cursor-pointer',
  'fill-map-4 hover:opacity-80 cursor-pointer',
  'fill-map-5 hover:opacity-80 cursor-pointer',
] as const

/** A country under the pointer. */
type Pointed = (typeof dots)[number]

const codeOf = ({ target }: { target: EventTarget }): string | undefined =>
  target instanceof SVGElement ? target.dataset['code'] : undefined

/** Clicks by country in color steps. The Countries tab has the same data and filters. */
export function WorldMap({ countries, total, chosen, onChoose }: WorldMapProps) {
  const [pointed, setPointed] = useState<Pointed | null>(null)
  const clicksOf = new Map(countries.map(({ country_code, clicks }) => [country_code ?? '', clicks]))
  const most = Math.max(0, ...countries.flatMap(({ country_code, clicks }) => (country_code === null ? [] : [clicks])))
  const look = (code = '') =>
    `${fills[stepOf(clicksOf.get(code) ?? 0, most)] ?? ''} ${code !== '' && code === chosen?.toLowerCase() ? 'stroke-accent stroke-2' : 'stroke-card'}`
  function point(event: PointerEvent<HTMLDivElement>) {
    const code = codeOf(event)
    const frame = event.currentTarget.getBoundingClientRect()
    setPointed(code === undefined ? null : { code, x: event.clientX - frame.left, y: event.clientY - frame.top })
  }
  function choose(event: MouseEvent) {
    const code = codeOf(event)
    if (code !== undefined && (clicksOf.get(code) ?? 0) > 0) onChoose(code)
  }
  return (
    <div className="flex flex-1 flex-col justify-between">
      {/* Keyboard users have the Countries tab. */}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions */}
      <div className="relative" onPointerMove={point} onPointerLeave={() => setPointed(null)} onClick={choose}>
        <svg
          role="img"
          aria-label="World map of clicks by country. The Countries tab lists the same data."
          viewBox={`0 0 ${mapSize.width} ${mapSize.height}`}
          className="block w-full"
        >
          {shapes.map(({ code, path }, index) => (
            <path key={code ?? index} data-code={code} d={path} strokeWidth="0.7" className={look(code)} />
          ))}
          {dots
            .filter(({ code }) => clicksOf.has(code))
            .map(({ code, x, y }) => (
              <circle key={code} data-code={code} cx={x} cy={y} r="5" strokeWidth="1" className={look(code)} />
            ))}
        </svg>
        {pointed !== null && <Tooltip {...pointed} clicks={clicksOf.get(pointed.code) ?? 0} total={total} />}
      </div>
      <Legend most={most} />
    </div>
  )
}

function Tooltip({ code, x, y, clicks, total }: Pointed & { clicks: number; total: number }) {
  return (
    <div
      aria-hidden
      className="pointer-events-none absolute z-10 w-max -translate-x-1/2 -translate-y-full rounded-md border border-line bg-raised px-2.5 py-1.5 text-[13px] shadow-lg"
      style={{ left: x, top: y - 10 }}
    >
      <span className="font-medium">{countryName(code)}</span>{' '}
      <span className="text-dim tabular-nums">
        {clicks === 0 ? 'No clicks' : `${count(clicks)} · ${share(clicks, total)}`}
      </span>
    </div>
  )
}

const swatches = ['bg-map-1', 'bg-map-2', 'bg-map-3', 'bg-map-4', 'bg-map-5'].slice(0, mapSteps)

const Legend = ({ most }: { most: number }) => (
  <p aria-hidden className="mt-2 flex items-center justify-end gap-1.5 text-xs text-dim tabular-nums">
    {most > 0 && (
      <>
        1
        {swatches.map((swatch) => (
          <span key={swatch} className={`h-2 w-5 rounded-sm ${swatch}`} />
        ))}
        {count(most)}
      </>
    )}
  </p>
)
