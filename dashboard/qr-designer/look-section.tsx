import { useMemo } from 'react'
import { dotStyles, errorCorrections, eyeBallStyles, eyeFrameStyles } from '#schemas/qr-choices.ts'
import type { VisualSettings } from '#schemas/qr-settings.ts'
import { bindChoice, bindValue, type FormPart } from '../parts/form.tsx'
import { lazyPart } from '../parts/lazy-part.tsx'
import { asImage } from './as-image.ts'
import { ColorSection } from './color-section.tsx'
import { FrameSection } from './frame-section.tsx'
import { PictureChoice } from './picture-choice.tsx'
import { plainLook } from './plain-look.ts'
import { presets } from './presets.ts'
import { DotPicture, EyeBallPicture, EyeFramePicture } from './shape-pictures.tsx'
import { dots, percent, Slider } from './slider.tsx'
import { usePreviewProgram } from './use-program.ts'

const LogoSection = lazyPart(() => import('./logo-section.tsx'), 'LogoSection')

export type LookProps = FormPart<VisualSettings>

const shapeNames = {
  square: 'Square',
  rounded: 'Rounded',
  extra_rounded: 'Extra rounded',
  dots: 'Dots',
  diamond: 'Diamond',
  classy: 'Classy',
  classy_rounded: 'Classy rounded',
  bars_h: 'Horizontal bars',
  bars_v: 'Vertical bars',
  circle: 'Circle',
  leaf: 'Leaf',
} as const

/** Share of a code that may be damaged or covered (ISO/IEC 18004). */
const corrections = { L: '7%', M: '15%', Q: '25%', H: '30%' } as const

const picturedText = 'wm.example'

export const LookSection = (part: LookProps) => (
  <>
    <Presets {...part} />
    <PictureChoice
      legend="Dots"
      values={dotStyles}
      names={shapeNames}
      draw={(style) => <DotPicture style={style} />}
      {...bindChoice(part, 'dot_style')}
    />
    <div className="grid gap-5 xl:grid-cols-[5fr_4fr]">
      <PictureChoice
        legend="Eyes"
        values={eyeFrameStyles}
        names={shapeNames}
        draw={(style) => <EyeFramePicture style={style} />}
        {...bindChoice(part, 'eye_frame_style')}
      />
      <PictureChoice
        legend="Eye centers"
        values={eyeBallStyles}
        names={shapeNames}
        draw={(style) => <EyeBallPicture style={style} frame={part.filled.eye_frame_style} />}
        {...bindChoice(part, 'eye_ball_style')}
      />
    </div>
    <ColorSection {...part} />
    <LogoSection {...part} />
    <FrameSection {...part} />
    <Reading {...part} />
  </>
)

const presetNames = presets.map(({ name }) => name)

function Presets({ filled: look, onChange }: LookProps) {
  const preview = usePreviewProgram()
  const pictures = useMemo(
    () =>
      new Map(
        presets.map(({ name, look: pictured }) => [
          name,
          preview?.(picturedText, { ...plainLook, ...pictured, margin: 2 }, { font: null, logo: null }).svg ?? null,
        ]),
      ),
    [preview],
  )
  const chosen = presets.find((preset) =>
    Object.entries(preset.look).every(
      ([name, value]) => JSON.stringify(look[name as keyof VisualSettings]) === JSON.stringify(value),
    ),
  )
  return (
    <PictureChoice
      isLarge
      legend="Presets"
      values={presetNames}
      names={Object.fromEntries(presetNames.map((name) => [name, name]))}
      draw={(name) => <PresetPicture svg={pictures.get(name) ?? null} />}
      chosen={chosen?.name}
      onChoose={(name) => onChange(presets.find((preset) => preset.name === name)?.look ?? {})}
    />
  )
}

const PresetPicture = ({ svg }: { svg: string | null }) =>
  svg === null ? (
    <span aria-hidden className="skeleton size-14" />
  ) : (
    <img alt="" src={asImage(svg)} className="size-14 rounded" />
  )

const Reading = (part: LookProps) => (
  <div className="grid gap-5 border-t border-line pt-5 sm:grid-cols-2">
    <PictureChoice
      legend="Error correction"
      values={errorCorrections}
      names={corrections}
      draw={(level) => <span className="text-base font-semibold text-text">{level}</span>}
      {...bindChoice(part, 'error_correction')}
    />
    <div className="flex flex-col gap-4">
      <Slider label="Margin" {...bindValue(part, 'margin')} min={0} max={16} step={1} write={dots} />
      <Slider label="Dot size" {...bindValue(part, 'dot_scale')} min={0.7} max={1} step={0.05} write={percent} />
    </div>
  </div>
)
