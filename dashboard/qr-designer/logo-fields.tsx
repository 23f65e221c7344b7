import { logoShapes } from '#schemas/qr-choices.ts'
import type { QrLogo } from '#schemas/qr-settings.ts'
import { bindChoice, bindValue, type FormPart } from '../parts/form.tsx'
import { Toggle } from '../parts/toggle.tsx'
import { ColorField } from './color-field.tsx'
import { PictureChoice } from './picture-choice.tsx'
import { LogoShapePicture } from './shape-pictures.tsx'
import { dots, percent, Slider } from './slider.tsx'

const shapeNames = { square: 'Square', rounded: 'Rounded', circle: 'Circle' } as const
const shapeRadii = { square: 0, rounded: 4, circle: 8 } as const

export function LogoFields(part: FormPart<QrLogo>) {
  const { background } = part.filled
  const error = part.errorOf('size')
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <div>
        <Slider label="Logo size" {...bindValue(part, 'size')} min={0.1} max={0.3} step={0.01} write={percent} />
        {error !== undefined && <p className="text-[13px] text-bad">{error}</p>}
      </div>
      <Slider label="Padding" {...bindValue(part, 'padding')} min={0} max={2} step={0.5} write={dots} />
      <PictureChoice
        legend="Shape"
        values={logoShapes}
        names={shapeNames}
        draw={(shape) => <LogoShapePicture radius={shapeRadii[shape]} />}
        {...bindChoice(part, 'shape')}
      />
      <div className="flex flex-col gap-3">
        <Toggle
          label="Background behind the logo"
          checked={background !== null}
          onChange={(own) => part.onChange({ background: own ? '#FFFFFF' : null })}
        />
        {background !== null && (
          <ColorField label="Logo background" {...bindValue(part, 'background')} value={background} />
        )}
      </div>
    </div>
  )
}
