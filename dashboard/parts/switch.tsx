interface SwitchProps {
  label: string
  checked: boolean
  disabled?: boolean
  onChange: (checked: boolean) => void
}

/** A setting that is saved at once. Its label is next to it. */
export const Switch = ({ label, checked, disabled = false, onChange }: SwitchProps) => (
  <button
    type="button"
    role="switch"
    aria-checked={checked}
    aria-label={label}
    disabled={disabled}
    className={`touch-target flex h-6 w-10 shrink-0 items-center rounded-full border px-0.5 transition-colors disabled:opacity-50 ${checked ? 'justify-end border-accent bg-accent' : 'border-field bg-sunken'}`}
    onClick={() => onChange(!checked)}
  >
    <span className={`size-4 rounded-full ${checked ? 'bg-on-accent' : 'bg-field'}`} />
  </button>
)
