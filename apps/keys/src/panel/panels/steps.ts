import { hasCode } from '@latchkey/errors'
import { PasskeyNotUsedError } from '@latchkey/protocol/keys'
import type { PasskeyGesture } from '../../recovery/browserPasskeys.ts'
import { button, type Child, field, form, notice, submitButton } from '../parts/elements.ts'
import type { Panel, Step } from '../parts/Panel.ts'

/** A code without what does not count: case, spaces, hyphens, and the letters that stand for digits. */
const plain = (text: string) =>
  text
    .toUpperCase()
    .replace(/[\s\u002D\u2010-\u2015\u2212]/g, '')
    .replace(/[IL]/g, '1')
    .replace(/O/g, '0')

/** Whether what was typed is this part of a code. */
export const sameCode = (typed: string, part: string): boolean => plain(typed) === plain(part)

/** A step with one button that goes on. */
export const proceed = (
  panel: Panel,
  step: Omit<Step, 'actions'>,
  label: string,
  look: 'main' | 'danger' = 'main',
): Promise<void> =>
  panel.ask((answer) => {
    const press = () => answer(undefined)
    return { ...step, actions: [button(label, { isGenuine: panel.isGenuine, press, look })] }
  })

/** The last step: what was done. */
export const finish = (
  panel: Panel,
  { title, lead, body = [] }: { title: string; lead: string; body?: readonly Child[] },
): Promise<void> => proceed(panel, { title, lead, body }, panel.say('done'))

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

/** Asks for a passkey by a click, as often as it takes. */
export async function askGesture(
  panel: Panel,
  { title, lead }: { title: string; lead: string },
  use: (signal: AbortSignal) => Promise<PasskeyGesture>,
): Promise<PasskeyGesture> {
  const { say, isGenuine, signal } = panel
  let failed = false
  for (;;) {
    const using = await panel.ask<{ promise: Promise<PasskeyGesture> }>((answer) => {
      // The gesture is begun inside the click: some browsers allow it nowhere else.
      const press = () => {
        const promise = use(signal)
        promise.catch(() => undefined)
        answer({ promise })
      }
      const body = failed ? [notice('warning', [say('error.3109')])] : []
      return { title, lead, body, actions: [button(say('passkey.try'), { isGenuine, press })] }
    })
    const gesture = await panel.work(say('passkey.creating'), () =>
      using.promise.catch((error: unknown) => {
        if (hasCode(error, PasskeyNotUsedError.code)) return null
        throw error
      }),
    )
    if (gesture) return gesture
    failed = true
  }
}
