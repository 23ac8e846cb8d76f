import { newRecoveryCode, sealCode } from '../../recovery/codeMethod.ts'
import type { PanelContext } from '../../recovery/PanelContext.ts'
import { requireOpenWallet } from '../../recovery/withDeviceHalves.ts'
import { button } from '../parts/button.ts'
import { codeGroups } from '../parts/codeGroups.ts'
import { element } from '../parts/element.ts'
import { field } from '../parts/field.ts'
import { form, submitButton } from '../parts/form.ts'
import { notice } from '../parts/notice.ts'
import type { Panel, PanelScript } from '../parts/Panel.ts'
import { printPage } from '../parts/printPage.ts'
import { finish, proceed } from './screens.ts'
import { sameCode } from './typedCode.ts'

/** Makes a recovery code: shown once, two groups of it typed back, then given its half of the wallet and tried. */
export const createCode =
  (context: PanelContext): PanelScript =>
  async (panel) => {
    const { say } = panel
    await requireOpenWallet(context)
    const replaces = [notice('plain', [say('code.replaces')])]
    await proceed(
      panel,
      { title: say('code.title'), lead: say('code.lead'), body: replaces },
      say('code.make'),
    )
    const code = newRecoveryCode()
    do {
      await showCode(panel, code)
    } while (!(await checkGroups(panel, code)))
    await panel.work(say('code.sealing'), (signal) => sealCode(context, code, say('code.label'), signal))
    await finish(panel, {
      title: say('code.doneTitle'),
      lead: say('code.doneLead'),
      body: [notice('success', [say('code.lead')])],
    })
  }

const showCode = (panel: Panel, code: string): Promise<void> =>
  panel.ask((answer) => {
    const { say, isGenuine } = panel
    const place = element('div', { class: 'kp-form' })
    const press = () => {
      if (printPage()) return
      place.replaceChildren(notice('warning', [say('code.notPrinted')]))
      panel.announce(say('code.notPrinted'))
    }
    const print = button(say('code.print'), { isGenuine, look: 'quiet', press })
    const written = button(say('code.written'), { isGenuine, press: () => answer(undefined) })
    return {
      title: say('code.showTitle'),
      lead: say('code.showLead'),
      body: [codeGroups(code), place, element('p', { class: 'kp-print-only' }, [say('code.lead')])],
      actions: [print, written],
    }
  })

/** Asks for two groups of the code. False: the person wants to see it again. */
function checkGroups(panel: Panel, code: string): Promise<boolean> {
  const { say, isGenuine } = panel
  const groups = code.split('-')
  const picked = pickTwo(groups.length)
  return panel.ask<boolean>((answer) => {
    const fields = picked.map((at) => {
      const one = field(say('code.group', { number: at + 1 }), {
        id: `kp-group-${at}`,
        maxLength: 8,
        mono: true,
        onInput: () => one.setError(null),
      })
      return { ...one, expected: groups[at] ?? '' }
    })
    const submit = () => {
      const wrong = fields.find(({ input, expected }) => !sameCode(input.value, expected))
      if (!wrong) return answer(true)
      wrong.setError(say('code.checkWrong'))
      wrong.input.focus()
    }
    const back = button(say('code.showAgain'), { isGenuine, look: 'quiet', press: () => answer(false) })
    const nodes = fields.map(({ node }) => node)
    const [first] = fields
    return {
      title: say('code.checkTitle'),
      lead: say('code.checkLead'),
      body: [form([element('div', { class: 'kp-pair' }, nodes)], { id: 'kp-groups', isGenuine, submit })],
      actions: [back, submitButton(say('continue'), 'kp-groups')],
      ...(first && { focus: first.input }),
    }
  })
}

/** Two different places, the lower first. */
function pickTwo(count: number): number[] {
  const [first = 0, second = 0] = crypto.getRandomValues(new Uint32Array(2))
  const low = first % count
  return [low, (low + 1 + (second % (count - 1))) % count].sort((a, b) => a - b)
}
