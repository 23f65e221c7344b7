import { gradientTargets, gradientTypes } from '#schemas/qr-choices.ts'
import type { QrGradient, VisualSettings } from '#schemas/qr-settings.ts'
import { bindChoice, bindFlag, bindValue, type FormPart } from '../parts/form.tsx'
import { Toggle } from '../parts/toggle.tsx'
import { ColorField } from './color-field.tsx'
import type { LookProps } from './look-section.tsx'
import { PictureChoice } from './picture-choice.tsx'
import { fade } from './presets.ts'
import { DotPicture, EyeFramePicture, GradientPicture } from './shape-pictures.tsx'
import { degrees, percent, Slider } from './slider.tsx'

const gradientNames = { none: 'None', linear: 'Linear', radial: 'Radial' } as const

type ColorName = 'foreground_color' | 'background_color' | 'eye_frame_color' | 'eye_ball_color'

export function ColorSection(part: LookProps) {
  const { filled: look, errorOf, onChange } = part
  const { gradient, eye_frame_color, eye_ball_color } = look
  const hasOwnEyes = eye_frame_color !== null || eye_ball_color !== null
  const isReplaced = gradient?.apply_to === 'all'
  const color = (name: ColorName, label: string) => (
    <ColorField
      label={label}
      {...bindValue(part, name)}
      value={look[name] ?? look.foreground_color}
      error={errorOf(name)}
      hint={isReplaced && name === 'foreground_color' ? 'The gradient replaces this color.' : undefined}
    />
  )
  return (
    <div className="flex flex-col gap-5 border-t border-line pt-5">
      <div className="grid gap-4 sm:grid-cols-2">
        {color('foreground_color', 'Color')}
        {color('background_color', 'Background')}
        <Toggle
          label="Transparent background"
          hint="Set the background color to the color behind the code. Contrast is checked against it."
          {...bindFlag(part, 'background_transparent')}
        />
        <Toggle
          label="Custom eye colors"
          checked={hasOwnEyes}
          onChange={(own) => {
            const eyes = own ? look.foreground_color : null
            onChange({ eye_frame_color: eyes, eye_ball_color: eyes })
          }}
        />
        {hasOwnEyes && (
          <>
            {color('eye_frame_color', 'Eyes')}
            {color('eye_ball_color', 'Eye centers')}
          </>
        )}
      </div>
      <PictureChoice
        legend="Gradient"
        values={['none', ...gradientTypes]}
        names={gradientNames}
        draw={(type) => <GradientPicture type={type} />}
        chosen={gradient?.type ?? 'none'}
        onChoose={(type) => onChange({ gradient: type === 'none' ? null : { ...(gradient ?? startOf(look)), type } })}
      />
      {gradient !== null && (
        <GradientFields
          filled={gradient}
          errorOf={errorOf}
          onChange={(change) => onChange({ gradient: { ...gradient, ...change } })}
        />
      )}
    </div>
  )
}

const darkBlue = '#1D4ED8'

const startOf = ({ foreground_color }: VisualSettings) => fade(foreground_color, darkBlue)

const targetNames = { all: 'All', dots: 'Dots', eyes: 'Eyes' } as const
const targetPictures = {
  all: <GradientPicture type="linear" />,
  dots: <DotPicture style="square" />,
  eyes: <EyeFramePicture style="square" />,
}

function GradientFields(part: FormPart<QrGradient>) {
  const { stops, type } = part.filled
  const paint = (index: number, color: string) =>
    part.onChange({ stops: stops.map((stop, at) => (at === index ? { ...stop, color } : stop)) })
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {stops.map(({ color, offset }, index) => (
        <ColorField
          key={index}
          label={index === 0 ? 'Start color' : index === stops.length - 1 ? 'End color' : `Color at ${percent(offset)}`}
          value={color}
          error={index === 0 ? part.errorOf('gradient') : undefined}
          onChange={(chosen) => paint(index, chosen)}
        />
      ))}
      <PictureChoice
        legend="Applies to"
        values={gradientTargets}
        names={targetNames}
        draw={(target) => targetPictures[target]}
        {...bindChoice(part, 'apply_to')}
      />
      {type === 'linear' && (
        <Slider label="Direction" {...bindValue(part, 'rotation')} min={0} max={360} step={15} write={degrees} />
      )}
    </div>
  )
}
