import { CircleAlert, CircleCheck, LoaderCircle, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { goodContrast, shownRatio } from '#core/qr/contrast.ts'
import { fieldErrors, messageOf, sentenceOf } from '../api/failure.ts'
import { asImage } from './as-image.ts'
import type { Previewed } from './use-preview.ts'

const looks = {
  good: { Icon: CircleCheck, color: 'text-good' },
  warning: { Icon: TriangleAlert, color: 'text-warn' },
  bad: { Icon: CircleAlert, color: 'text-bad' },
  waiting: { Icon: LoaderCircle, color: 'text-dim' },
} as const

type Look = keyof typeof looks

interface PreviewCardProps {
  drawn: Previewed
  /** The color behind a transparent code; null if the code has a background. */
  ground: string | null
  children: ReactNode
}

/** The code as it will be rendered, with the checks of the server. */
export function PreviewCard({ drawn, ground, children }: PreviewCardProps) {
  const errors = [...drawn.errors, ...(drawn.scan.isCurrent ? fieldErrors(drawn.scan.error) : [])].map(sentenceOf)
  const scanWarnings = drawn.scan.check?.warnings ?? []
  const warnings = [...new Set([...drawn.warnings, ...scanWarnings])]
  return (
    <section aria-label="Preview" className="card p-3 shadow-sm sm:p-5 lg:shadow-none">
      <div className="flex items-center gap-4 lg:flex-col lg:items-stretch">
        <div
          className={`flex w-28 shrink-0 items-center justify-center overflow-hidden rounded-md border border-line lg:aspect-square lg:w-full ${ground === null ? 'bg-sunken' : 'checkered'}`}
          style={ground === null ? undefined : { backgroundColor: ground }}
        >
          {!drawn.isDrawn && <div aria-hidden className="skeleton aspect-square w-full" />}
          {drawn.svg !== null && (
            <img
              src={asImage(drawn.svg)}
              alt="QR code preview"
              className={`max-h-full w-full object-contain transition-opacity ${drawn.isExample ? 'opacity-40' : ''}`}
            />
          )}
        </div>
        <div className="flex min-w-0 flex-1 flex-col gap-3">
          <Checks drawn={drawn} isRefused={errors.length > 0} />
          {children}
        </div>
      </div>
      <div aria-live="polite" className="flex flex-col gap-1.5 text-[13px]">
        <Remarks look="bad" texts={errors} />
        <Remarks look="warning" texts={warnings} />
        {noteOf(drawn) !== null && <p className="mt-2 text-dim">{noteOf(drawn)}</p>}
      </div>
    </section>
  )
}

function noteOf({ isExample, isPlaceholder }: Previewed): string | null {
  if (isExample) return 'Example. Complete the content to see your QR code.'
  return isPlaceholder
    ? 'The final QR code appears after you save. Its pattern will differ, but the design stays the same.'
    : null
}

function Checks({ drawn, isRefused }: { drawn: Previewed; isRefused: boolean }) {
  const { contrast, modules, level } = drawn
  const contrastLook = drawn.errors.some(({ field }) => /color|gradient/.test(field))
    ? 'bad'
    : contrast < goodContrast
      ? 'warning'
      : 'good'
  const scan = isRefused ? ({ look: 'bad', text: 'This code cannot be created' } as const) : describeScan(drawn.scan)
  return (
    <ul className="flex flex-col gap-1 text-[13px]" aria-label="Checks">
      <Check look={scan.look} text={scan.text} />
      <Check look={contrastLook} text={`Contrast ${shownRatio(contrast)}:1`} />
      {modules !== null && (
        <li className="hidden pl-[23px] text-dim lg:block">
          {modules} × {modules} dots, error correction {level}
        </li>
      )}
      {!drawn.isDrawn && (
        <li aria-hidden className="hidden lg:block">
          &nbsp;
        </li>
      )}
    </ul>
  )
}

/** From this score of 100 on, a code can be scanned even if it is small or blurred. */
const goodScore = 75

function describeScan({ check, error, isCurrent }: Previewed['scan']): { look: Look; text: string } {
  if (!isCurrent) return { look: 'waiting', text: 'Running scan test…' }
  if (check !== undefined) {
    const look = check.score >= goodScore ? 'good' : 'warning'
    return { look, text: `${look === 'good' ? 'Scans well' : 'Hard to scan'}: ${check.score} of 100` }
  }
  return error === null
    ? { look: 'waiting', text: 'Running scan test…' }
    : { look: 'warning', text: `Not tested: ${messageOf(error)}` }
}

function Check({ look, text }: { look: Look; text: string }) {
  const { Icon, color } = looks[look]
  return (
    <li className="flex items-center gap-2">
      <Icon aria-hidden size={15} className={`shrink-0 ${color}`} />
      {text}
    </li>
  )
}

function Remarks({ look, texts }: { look: 'bad' | 'warning'; texts: readonly string[] }) {
  const { Icon, color } = looks[look]
  return texts.map((text) => (
    <p
      key={text}
      className={`mt-2 flex gap-2 rounded-md px-2.5 py-2 ${look === 'bad' ? 'bg-bad-tint' : 'bg-warn-tint'}`}
    >
      <Icon aria-hidden size={15} className={`mt-0.5 shrink-0 ${color}`} />
      <span>{text}</span>
    </p>
  ))
}
