import { gradientTargets, gradientTypes } from '#schemas/qr-choices.ts'
import type { QrGradient } from '#schemas/qr-settings.ts'
import { Toggle } from '../parts/toggle.tsx'
import { ColourField } from './colour-field.tsx'
import type { LookProps } from './look-section.tsx'
import { PictureChoice } from './picture-choice.tsx'
import { DotPicture, EyeFramePicture, GradientPicture } from './shape-pictures.tsx'
import { percent, Slider } from './slider.tsx'

const gradientNames = { none: 'None', linear: 'Linear', radial: 'Radial' } as const

type ColourName = 'foreground_color' | 'background_color' | 'eye_frame_color' | 'eye_ball_color'

export function ColourSection({ look, errorOf, onChange }: LookProps) {
  const { gradient, eye_frame_color, eye_ball_color } = look
  const hasOwnEyes = eye_frame_color !== null || eye_ball_color !== null
  const colour = (name: ColourName, label: string) => (
    <ColourField
      label={label}
      value={look[name] ?? look.foreground_color}
      error={errorOf(name)}
      onChange={(chosen) => onChange({ [name]: chosen })}
    />
  )
  return (
    <div className="flex flex-col gap-5 border-t border-line pt-5">
      <div className="grid gap-4 sm:grid-cols-2">
        {colour('foreground_color', 'Color')}
        {colour('background_color', 'Background')}
        <Toggle
          label="Transparent background"
          hint="Set the background color to the color behind the code. Contrast is checked against it."
          checked={look.background_transparent}
          onChange={(background_transparent) => onChange({ background_transparent })}
        />
        <Toggle
          label="Custom eye colors"
          checked={hasOwnEyes}
          onChange={(own) =>
            onChange({
              eye_frame_color: own ? look.foreground_color : null,
              eye_ball_color: own ? look.foreground_color : null,
            })
          }
        />
        {hasOwnEyes && (
          <>
            {colour('eye_frame_color', 'Eyes')}
            {colour('eye_ball_color', 'Eye centers')}
          </>
        )}
      </div>
      <PictureChoice
        legend="Gradient"
        values={['none', ...gradientTypes]}
        names={gradientNames}
        draw={(type) => <GradientPicture type={type} />}
        chosen={gradient?.type ?? 'none'}
        onChoose={(type) => onChange({ gradient: type === 'none' ? null : { ...startOf(look), type } })}
      />
      {gradient !== null && (
        <GradientFields
          gradient={gradient}
          error={errorOf('gradient')}
          onChange={(change) => onChange({ gradient: { ...gradient, ...change } })}
        />
      )}
    </div>
  )
}

const darkBlue = '#1D4ED8'

const startOf = ({ gradient, foreground_color }: LookProps['look']): QrGradient =>
  gradient ?? {
    type: 'linear',
    rotation: 45,
    stops: [
      { offset: 0, color: foreground_color },
      { offset: 1, color: darkBlue },
    ],
    apply_to: 'all',
  }

const targetNames = { all: 'All', dots: 'Dots', eyes: 'Eyes' } as const
const targetPictures = {
  all: <GradientPicture type="linear" />,
  dots: <DotPicture style="square" />,
  eyes: <EyeFramePicture style="square" />,
}

interface GradientFieldsProps {
  gradient: QrGradient
  error: string | undefined
  onChange: (change: Partial<QrGradient>) => void
}

function GradientFields({ gradient, error, onChange }: GradientFieldsProps) {
  const { stops, rotation, type, apply_to } = gradient
  const paint = (index: number, color: string) =>
    onChange({ stops: stops.map((stop, at) => (at === index ? { ...stop, color } : stop)) })
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {stops.map(({ color, offset }, index) => (
        <ColourField
          key={index}
          label={index === 0 ? 'Start color' : index === stops.length - 1 ? 'End color' : `Color at ${percent(offset)}`}
          value={color}
          error={index === 0 ? error : undefined}
          onChange={(colour) => paint(index, colour)}
        />
      ))}
      <PictureChoice
        legend="Applies to"
        values={gradientTargets}
        names={targetNames}
        draw={(target) => targetPictures[target]}
        chosen={apply_to}
        onChoose={(target) => onChange({ apply_to: target })}
      />
      {type === 'linear' && (
        <Slider
          label="Direction"
          value={rotation}
          min={0}
          max={360}
          step={15}
          write={(value) => `${value}°`}
          onChange={(angle) => onChange({ rotation: angle })}
        />
      )}
    </div>
  )
}
