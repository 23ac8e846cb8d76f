import { hasCode } from '@latchkey/errors'
import { FreshLoginRequiredError } from '@latchkey/protocol/http'
import { NothingPendingError, WrongRecoveryCodeError } from '@latchkey/protocol/keys'
import {
  codeLooksRight,
  forgetCode,
  newRecoveryCode,
  openByCode,
  proveCode as prove,
  sealCode,
} from '../../recovery/codeMethod.ts'
import { confirmMethod, type PanelContext, requireOpenWallet } from '../../recovery/enrolMethod.ts'
import { findLogin, finishLogin } from '../../session/completeLogin.ts'
import { button, codeGroups, element, field, form, notice, submitButton } from '../parts/elements.ts'
import type { Panel, PanelScript } from '../parts/Panel.ts'
import { printPage } from '../parts/saveFile.ts'
import { askText, finish, proceed, sameCode } from './steps.ts'

/**
 * Makes a recovery code: given its half of the wallet and tried, then shown once, and two groups of it typed back. What needs a
 * fresh login comes first: to write a code down takes minutes, and what was written down must not come to nothing.
 */
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
    const tried = await panel.work(say('working'), (signal) =>
      sealCode(context, code, say('code.label'), signal),
    )
    try {
      do {
        await showCode(panel, code)
      } while (!(await checkGroups(panel, code)))
    } catch (error) {
      await forgetCode(context, tried)
      throw error
    }
    await panel.work(say('code.sealing'), (signal) => confirmMethod(context, tried, signal))
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

/** Tries the recovery code: it is typed in full, and must give the wallet back. */
export const proveCode =
  (context: PanelContext, methodId: string | undefined): PanelScript =>
  async (panel) => {
    const { say } = panel
    await requireOpenWallet(context)
    await untilRight(panel, say('code.proveTitle'), (code) =>
      panel.work(say('code.sealing'), (signal) => prove(context, code, methodId, signal)),
    )
    await finish(panel, { title: say('code.doneTitle'), lead: say('code.doneLead') })
  }

/** Asks for the code again as long as it is the wrong one. */
async function untilRight(panel: Panel, title: string, use: (code: string) => Promise<void>): Promise<void> {
  const { say } = panel
  let error: string | undefined
  for (;;) {
    const code = await askText(panel, {
      title,
      lead: say('code.enterLead'),
      label: say('code.enterLabel'),
      maxLength: 64,
      error,
      check: (text) => (codeLooksRight(text) ? null : say('code.wrong')),
    })
    try {
      return await use(code ?? '')
    } catch (failed) {
      if (!hasCode(failed, WrongRecoveryCodeError.code)) throw failed
      error = say('code.wrong')
    }
  }
}

/**
 * Opens a protected wallet on this device by its recovery code, for the login that waits for it.
 *
 * @param over fires on sign-out
 */
export const enterCode =
  (context: PanelContext, over: AbortSignal): PanelScript =>
  async (panel) => {
    const { say } = panel
    const waits = (await context.partition.sessions.read())?.value.stage === 'login'
    if (!waits) throw new NothingPendingError()
    await untilRight(panel, say('code.enterTitle'), (code) =>
      panel.work(say('code.opening'), async () => {
        const login = await findLogin(context, undefined, over)
        if (!login) throw new NothingPendingError()
        await finishLogin(context, login, {
          loginId: login.loginId,
          over,
          open: openByCode(code, over),
          tooLate: () => new FreshLoginRequiredError(),
        })
      }),
    )
    await finish(panel, { title: say('code.openedTitle'), lead: say('code.openedLead') })
  }
