import { TextField } from '@latchkey/ui'
import { type ReactElement, useState } from 'react'
import { useSay } from '../locales/LocaleContext.tsx'

export type TypedGroupProps = {
  group: number
  /** Four characters in lower case. */
  expected: string
  onMatch: (matches: boolean) => void
}

/**
 * Has a person type one group of four of the address that they mean. Only who compared it with another source can: the
 * address on the screen may be the wrong one, and looks right at both ends.
 */
export function TypedGroup({ group, expected, onMatch }: TypedGroupProps): ReactElement {
  const say = useSay()
  const [text, setText] = useState('')
  const wrong = text.length === expected.length && text.toLowerCase() !== expected
  return (
    <TextField
      label={say('compare.label', { group })}
      hint={say('compare.hint')}
      error={wrong ? say('compare.wrong') : undefined}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      dir="ltr"
      maxLength={expected.length}
      value={text}
      onChange={(event) => {
        if (!event.nativeEvent.isTrusted) return
        const next = event.currentTarget.value
        setText(next)
        onMatch(next.toLowerCase() === expected)
      }}
    />
  )
}
