import type { NewPasskey } from '../../recovery/browserPasskeys.ts'
import type { PanelContext } from '../../recovery/enrolMethod.ts'
import type { PasskeyWindow, WindowOutcome } from '../../recovery/openPasskeyWindow.ts'
import { comesTooLate, type StartedPasskey } from '../../recovery/passkeyMethod.ts'
import type { WordKey } from '../locales/say.ts'
import { button, element, notice } from '../parts/elements.ts'
import type { Panel } from '../parts/Panel.ts'

/**
 * Has the passkey made in a window of its own, where the browser makes none in this frame.
 *
 * @param problem said from the start
 * @returns `late` where its challenge is over, `refused` where the browser has no passkeys there either
 */
export async function makeInWindow(
  context: PanelContext,
  panel: Panel,
  started: StartedPasskey,
  problem: WordKey | null,
): Promise<NewPasskey | 'refused' | 'late'> {
  let said = problem
  for (;;) {
    const opened = await askToOpen(context, panel, started, said)
    if (opened === 'late') return opened
    if (opened === 'blocked') {
      said = 'window.blocked'
      continue
    }
    const outcome = await awaitWindow(panel, opened)
    if (outcome === 'refused' || outcome === 'late') return outcome
    if (outcome !== 'closed') return outcome.made
    said = 'window.closed'
  }
}

const askToOpen = (
  context: PanelContext,
  panel: Panel,
  started: StartedPasskey,
  problem: WordKey | null,
): Promise<PasskeyWindow | 'blocked' | 'late'> =>
  panel.ask((answer) => {
    const { say, isGenuine, signal } = panel
    const press = () => {
      if (comesTooLate(context, started)) return answer('late')
      const time = started.until - context.client.serviceNow()
      answer(
        context.openWindow({ projectId: context.config.projectId, options: started, time }, signal) ??
          'blocked',
      )
    }
    const warning = problem === null ? null : notice('warning', [say(problem)])
    warning?.setAttribute('role', 'alert')
    return {
      title: say('window.title'),
      lead: say('window.lead'),
      body: [warning],
      actions: [button(say('window.open'), { isGenuine, press })],
    }
  })

const awaitWindow = (panel: Panel, opened: PasskeyWindow): Promise<WindowOutcome> =>
  panel.ask((answer) => {
    const { say, isGenuine } = panel
    void opened.outcome.then(answer)
    return {
      title: say('window.waiting'),
      lead: say('window.waitingLead'),
      body: [element('div', { class: 'kp-busy' })],
      actions: [button(say('window.show'), { isGenuine, press: opened.focus, look: 'quiet' })],
    }
  })
