import { logoShapes } from '#schemas/qr-choices.ts'
import type { QrLogo } from '#schemas/qr-settings.ts'
import { Toggle } from '../parts/toggle.tsx'
import { ColourField } from './colour-field.tsx'
import { PictureChoice } from './picture-choice.tsx'
import { LogoShapePicture } from './shape-pictures.tsx'
import { dots, percent, Slider } from './slider.tsx'

interface LogoFieldsProps {
  logo: QrLogo
  error: string | undefined
  onChange: (change: Partial<QrLogo>) => void
}

const shapeNames = { square: 'Square', rounded: 'Rounded', circle: 'Circle' } as const
const shapeRadii = { square: 0, rounded: 4, circle: 8 } as const

export const LogoFields = ({ logo, error, onChange }: LogoFieldsProps) => (
  <div className="grid gap-4 sm:grid-cols-2">
    <div>
      <Slider
        label="Logo size"
        value={logo.size}
        min={0.1}
        max={0.3}
        step={0.01}
        write={percent}
        onChange={(size) => onChange({ size })}
      />
      {error !== undefined && <p className="text-[13px] text-bad">{error}</p>}
    </div>
    <Slider
      label="Padding"
      value={logo.padding}
      min={0}
      max={2}
      step={0.5}
      write={dots}
      onChange={(padding) => onChange({ padding })}
    />
    <PictureChoice
      legend="Shape"
      values={logoShapes}
      names={shapeNames}
      draw={(shape) => <LogoShapePicture radius={shapeRadii[shape]} />}
      chosen={logo.shape}
      onChoose={(shape) => onChange({ shape })}
    />
    <div className="flex flex-col gap-3">
      <Toggle
        label="Background behind the logo"
        checked={logo.background !== null}
        onChange={(own) => onChange({ background: own ? '#FFFFFF' : null })}
      />
      {logo.background !== null && (
        <ColourField
          label="Logo background"
          value={logo.background}
          onChange={(background) => onChange({ background })}
        />
      )}
    </div>
  </div>
)
