import { allowExport } from '@latchkey/protocol/http'
import { type PanelContext, withDeviceHalves } from '../../recovery/enrolMethod.ts'
import { button, element, field, form, notice, submitButton } from '../parts/elements.ts'
import type { Panel, PanelScript } from '../parts/Panel.ts'
import { revealer } from '../parts/revealer.ts'

/**
 * Shows the private key or the recovery phrase: confirmed in writing, then allowed by the service, then revealed for as long
 * as a button is held. The secret is in the document only while it is seen.
 */
export const exportSecret =
  (context: PanelContext, what: 'key' | 'phrase'): PanelScript =>
  async (panel) => {
    const { say } = panel
    // Who steps back here has exported nothing: the service is asked, and marks the account, only afterwards.
    await confirm(panel, what)
    await panel.work(say('export.checking'), (signal) =>
      context.authorized.call(allowExport, { body: { what }, signal }),
    )
    const secret = await panel.work(say('export.unlocking'), (signal) =>
      withDeviceHalves(context, signal, (device) => context.vault.reveal({ device, what })),
    )
    await reveal(panel, what, secret)
  }

const titleOf = ({ say }: Panel, what: 'key' | 'phrase') =>
  say(what === 'key' ? 'export.keyTitle' : 'export.phraseTitle')

/** The word must be typed: a press of a button alone is too easy to be tricked into. */
function confirm(panel: Panel, what: 'key' | 'phrase'): Promise<void> {
  const { say, isGenuine } = panel
  const word = say('export.word')
  return panel.ask((answer) => {
    const isTyped = () => typed.input.value.trim().toLocaleUpperCase(say.tag) === word
    const go = submitButton(say('continue'), 'kp-confirm')
    go.disabled = true
    const typed = field(say('export.type', { word }), {
      id: 'kp-word',
      maxLength: 32,
      onInput: () => {
        go.disabled = !isTyped()
      },
    })
    const submit = () => {
      if (isTyped()) answer(undefined)
    }
    return {
      title: titleOf(panel, what),
      body: [
        notice('danger', [say('export.warning')]),
        notice('plain', [say('export.alone'), say('export.forever')]),
        form([typed.node], { id: 'kp-confirm', isGenuine, submit }),
      ],
      actions: [go],
    }
  })
}

function reveal(panel: Panel, what: 'key' | 'phrase', secret: string): Promise<void> {
  const { say, isGenuine } = panel
  return panel.ask((answer) => {
    const shown = revealer(panel, () => draw(panel, what, secret))
    const copying = copyPart(panel, secret)
    const press = () => answer(undefined)
    return {
      title: titleOf(panel, what),
      body: [shown.node, element('p', { class: 'kp-small' }, [say('export.holdHint')]), copying],
      actions: [button(say('done'), { isGenuine, press, look: 'quiet' }), shown.button],
      focus: shown.button,
      leave: shown.leave,
    }
  })
}

function draw({ say }: Panel, what: 'key' | 'phrase', secret: string): HTMLElement {
  if (what === 'key')
    return element('p', { class: 'kp-secret kp-mono', dir: 'ltr', translate: 'no' }, [secret])
  const words = secret
    .split(' ')
    .map((word, at) =>
      element('li', { 'aria-label': `${say('export.wordNumber', { number: at + 1 })}: ${word}` }, [word]),
    )
  return element('ol', { class: 'kp-words', dir: 'ltr', translate: 'no' }, words)
}

/** Copying takes a second press, after a warning. */
function copyPart({ say, isGenuine, announce }: Panel, secret: string): HTMLElement {
  const part = element('div', { class: 'kp-copy' })
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(secret)
      part.replaceChildren(notice('plain', [say('export.copied')]))
      announce(say('export.copied'))
    } catch {
      part.replaceChildren(notice('warning', [say('export.copyFailed')]))
      announce(say('export.copyFailed'))
    }
  }
  const warn = () => {
    const anyway = button(say('export.copyAnyway'), { isGenuine, press: () => void copy(), look: 'quiet' })
    part.replaceChildren(notice('warning', [say('export.copyWarning')]), anyway)
    anyway.focus()
  }
  part.append(button(say('export.copy'), { isGenuine, press: warn, look: 'quiet' }))
  return part
}
