import { themePresets } from '@latchkey/sdk'
import type { Theme } from '@latchkey/ui/accent'
import { useId, useState } from 'react'
import { accentContrast, READABLE } from './accentContrast.ts'
import type { Choices } from './choices.ts'
import { presetOf } from './writeCode.ts'

type Chosen = Pick<Choices, 'mode' | 'accent'>
type Props = { mode: Choices['mode']; accent: string; onChange: (chosen: Partial<Chosen>) => void }

const PRESETS = Object.entries(themePresets)
const HEX = /^#[\da-f]{6}$/

/** A preset, or a colour of one's own, and how readable it is. */
export function AccentField({ mode, accent, onChange }: Props) {
  const preset = presetOf({ mode, accent })
  return (
    <>
      <fieldset className="field">
        <legend className="label">Preset</legend>
        <div className="presets">
          {PRESETS.map(([name, { themeMode, accent: color }]) => (
            <button
              key={name}
              type="button"
              className="preset"
              aria-pressed={name === preset}
              onClick={() => onChange({ mode: themeMode, accent: color })}
            >
              <Swatch color={color} />
              {name.charAt(0).toUpperCase() + name.slice(1)}
            </button>
          ))}
        </div>
      </fieldset>
      <ColorField accent={accent} onChange={(color) => onChange({ accent: color })} />
      <Contrast accent={accent} themes={mode === 'auto' ? ['light', 'dark'] : [mode]} />
    </>
  )
}

/** A colour's picture. Its style is set by the CSSOM, which a strict policy allows. */
const Swatch = ({ color }: { color: string }) => (
  <span className="swatch" aria-hidden="true" style={{ backgroundColor: color }} />
)

function ColorField({ accent, onChange }: { accent: string; onChange: (color: string) => void }) {
  const id = useId()
  const [draft, setDraft] = useState<string>()
  const typed = draft ?? accent
  const isColor = HEX.test(typed.trim().toLowerCase())
  const take = (text: string) => {
    setDraft(text)
    const color = text.trim().toLowerCase()
    if (HEX.test(color)) onChange(color)
  }
  return (
    <div className="field">
      <div className="row">
        <label className="label" htmlFor={id}>
          Accent
        </label>
        <span className="color">
          <input
            type="color"
            aria-label="Pick the accent"
            value={accent}
            onChange={(event) => {
              setDraft(undefined)
              onChange(event.target.value)
            }}
          />
          <input
            id={id}
            type="text"
            inputMode="text"
            spellCheck={false}
            autoComplete="off"
            maxLength={7}
            value={typed}
            aria-invalid={!isColor}
            aria-describedby={isColor ? undefined : `${id}-error`}
            onChange={(event) => take(event.target.value)}
            onBlur={() => setDraft(undefined)}
          />
        </span>
      </div>
      {!isColor && (
        <p className="error" id={`${id}-error`}>
          Write six digits of hex, such as #0b7a5c.
        </p>
      )}
    </div>
  )
}

const NAMES: Readonly<Record<Theme, string>> = { light: 'Light', dark: 'Dark' }

/** What the label on a button of this colour has of contrast, and what the modal makes of it. */
function Contrast({ accent, themes }: { accent: string; themes: readonly Theme[] }) {
  return (
    <ul className="contrast" aria-label="Contrast of the accent">
      {themes.map((theme) => {
        const found = accentContrast(accent, theme)
        if (!found) return null
        const { asGiven, shown, isMoved, colors } = found
        const isReadable = asGiven >= READABLE
        return (
          <li key={theme}>
            <span className="sample" style={{ backgroundColor: colors.fill, color: colors.on }}>
              Aa
            </span>
            <span className="verdict">
              <span>{NAMES[theme]}</span>
              <small>{isMoved ? `Drawn as ${colors.fill}, ${shown.toFixed(1)}:1` : 'Drawn as it is.'}</small>
            </span>
            <meter
              aria-label={`${NAMES[theme]}: ${asGiven.toFixed(1)} to 1`}
              min={1}
              max={12}
              low={READABLE}
              optimum={12}
              value={Math.min(asGiven, 12)}
            />
            <strong data-readable={isReadable}>
              {asGiven.toFixed(1)}:1 {isReadable ? 'AA' : 'low'}
            </strong>
          </li>
        )
      })}
    </ul>
  )
}
