import { useRef } from 'react'
import { METHODS, type Method } from './choices.ts'
import { METHOD_LABELS } from './labels.ts'

/** The list with one entry a place further up or down. */
export function moved<Value>(list: readonly Value[], from: number, by: -1 | 1): readonly Value[] {
  const to = from + by
  const [one, other] = [list[from], list[to]]
  if (one === undefined || other === undefined) return list
  return list.map((value, index) => (index === from ? other : index === to ? one : value))
}

/** Which ways to sign in there are, and in which order. What is off stands last and keeps no place. */
export function MethodOrder({
  methods,
  onChange,
}: {
  methods: readonly Method[]
  onChange: (methods: readonly Method[]) => void
}) {
  const list = useRef<HTMLUListElement>(null)
  const rows = [...methods, ...METHODS.filter((one) => !methods.includes(one))]
  const move = (index: number, by: -1 | 1) => {
    const method = methods[index]
    onChange(moved(methods, index, by))
    // The row goes on under the finger: the same button is pressed again for the next place.
    requestAnimationFrame(() => {
      const buttons = list.current?.querySelectorAll<HTMLButtonElement>(`[data-method="${method}"] button`)
      const wanted = buttons?.[by < 0 ? 0 : 1]
      const other = buttons?.[by < 0 ? 1 : 0]
      if (wanted?.disabled) other?.focus()
      else wanted?.focus()
    })
  }
  const toggle = (method: Method) =>
    onChange(methods.includes(method) ? methods.filter((one) => one !== method) : [...methods, method])
  return (
    <fieldset className="field">
      <legend className="label">Methods, in their order</legend>
      <ul className="order" ref={list}>
        {rows.map((method, index) => {
          const isOn = methods.includes(method)
          const label = METHOD_LABELS[method]
          return (
            <li key={method} data-method={method}>
              <label>
                <input
                  type="checkbox"
                  checked={isOn}
                  disabled={isOn && methods.length === 1}
                  onChange={() => toggle(method)}
                />
                {label}
              </label>
              <button
                type="button"
                aria-label={`Move ${label} up`}
                disabled={!isOn || index === 0}
                onClick={() => move(index, -1)}
              >
                <span aria-hidden="true">↑</span>
              </button>
              <button
                type="button"
                aria-label={`Move ${label} down`}
                disabled={!isOn || index === methods.length - 1}
                onClick={() => move(index, 1)}
              >
                <span aria-hidden="true">↓</span>
              </button>
            </li>
          )
        })}
      </ul>
    </fieldset>
  )
}
