import { button } from '../parts/button.ts'
import type { Child } from '../parts/element.ts'
import { field } from '../parts/field.ts'
import { form, submitButton } from '../parts/form.ts'
import type { Panel } from '../parts/Panel.ts'

export type TextQuestion = {
  title: string
  lead: string
  label: string
  maxLength: number
  /** Shown from the start, as after a first try. */
  error?: string | undefined
  above?: readonly Child[]
  /** What is wrong with the text; null when it is taken. */
  check(text: string): string | null
  /** A button that leads elsewhere: the answer is null then. */
  other?: string
}

/** Asks for one line of code characters until it passes the check. */
export const askText = (panel: Panel, question: TextQuestion): Promise<string | null> =>
  panel.ask<string | null>((answer) => {
    const { title, lead, label, maxLength, error, above = [], check, other } = question
    const { isGenuine, say } = panel
    const typed = field(label, {
      id: 'kp-text',
      maxLength,
      mono: true,
      onInput: () => typed.setError(null),
    })
    const submit = () => {
      const wrong = check(typed.input.value)
      if (wrong === null) return answer(typed.input.value)
      typed.setError(wrong)
      typed.input.focus()
    }
    if (error !== undefined) typed.setError(error)
    const elsewhere = other === undefined ? null : otherButton(panel, other, () => answer(null))
    return {
      title,
      lead,
      body: [...above, form([typed.node], { id: 'kp-ask', isGenuine, submit })],
      actions: [elsewhere, submitButton(say('continue'), 'kp-ask')],
      focus: typed.input,
    }
  })

const otherButton = ({ isGenuine }: Panel, label: string, press: () => void) =>
  button(label, { isGenuine, press, look: 'quiet' })
