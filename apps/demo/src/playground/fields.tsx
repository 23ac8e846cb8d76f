import { type ReactNode, useId } from 'react'

/** Some controls under one heading. */
export function Group({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className="group" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  )
}

type ChoiceProps<Value extends string> = {
  label: string
  values: readonly Value[]
  labels: Readonly<Record<Value, string>>
  value: Value
  onChange: (value: Value) => void
  hideLabel?: boolean
}

/** One of a few: radio buttons side by side, with the arrow keys of a radio group. */
export function Segments<Value extends string>({
  label,
  values,
  labels,
  value,
  onChange,
  hideLabel = false,
}: ChoiceProps<Value>) {
  const name = useId()
  return (
    <fieldset className="field">
      <legend className={hideLabel ? 'hidden' : 'label'}>{label}</legend>
      <div className="segments">
        {values.map((one) => (
          <label key={one} className="segment">
            <input type="radio" name={name} checked={one === value} onChange={() => onChange(one)} />
            <span>{labels[one]}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

/** One of many. */
export function Pick<Value extends string>({
  label,
  values,
  labelOf,
  value,
  onChange,
}: {
  label: string
  values: readonly Value[]
  labelOf: (value: Value) => string
  value: Value
  onChange: (value: Value) => void
}) {
  const id = useId()
  return (
    <div className="field row">
      <label className="label" htmlFor={id}>
        {label}
      </label>
      <select id={id} value={value} onChange={(event) => onChange(event.target.value as Value)}>
        {values.map((one) => (
          <option key={one} value={one}>
            {labelOf(one)}
          </option>
        ))}
      </select>
    </div>
  )
}

type RangeProps = {
  label: string
  range: readonly [least: number, most: number]
  step?: number
  value: number
  onChange: (value: number) => void
}

/** A number of px. */
export function Range({ label, range: [min, max], step = 1, value, onChange }: RangeProps) {
  const id = useId()
  return (
    <div className="field">
      <div className="row">
        <label className="label" htmlFor={id}>
          {label}
        </label>
        <output htmlFor={id}>{value} px</output>
      </div>
      <input
        id={id}
        type="range"
        min={min}
        max={max}
        step={step}
        value={value}
        aria-valuetext={`${value} pixels`}
        onChange={(event) => onChange(Number(event.target.value))}
      />
    </div>
  )
}

/** Any of some, as chips that can be pressed. The last one stays where `least` is 1. */
export function Chips<Value extends string>({
  label,
  values,
  labelOf,
  chosen,
  onChange,
  least = 0,
}: {
  label: string
  values: readonly Value[]
  labelOf: (value: Value) => string
  chosen: readonly Value[]
  onChange: (chosen: readonly Value[]) => void
  least?: 0 | 1
}) {
  const toggle = (one: Value) =>
    onChange(chosen.includes(one) ? chosen.filter((other) => other !== one) : [...chosen, one])
  return (
    <fieldset className="field">
      <legend className="label">{label}</legend>
      <div className="chips">
        {values.map((one) => (
          <label key={one} className="chip">
            <input
              type="checkbox"
              checked={chosen.includes(one)}
              disabled={chosen.length <= least && chosen.includes(one)}
              onChange={() => toggle(one)}
            />
            <span>{labelOf(one)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

/** On or off. */
export function Switch({
  label,
  checked,
  onChange,
}: {
  label: string
  checked: boolean
  onChange: (checked: boolean) => void
}) {
  return (
    <label className="field row switch">
      <span className="label">{label}</span>
      <input
        type="checkbox"
        role="switch"
        aria-checked={checked}
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
      />
    </label>
  )
}
