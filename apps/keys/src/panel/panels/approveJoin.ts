import { sayBrowserName } from '@latchkey/protocol/http'
import { PanelClosedError } from '@latchkey/protocol/keys'
import { plainDigits } from '@latchkey/std/plainDigits'
import { type PanelContext, requireOpenWallet } from '../../recovery/enrolMethod.ts'
import { bringIn, type JoinDetails, parseJoin, readJoinDetails } from '../../recovery/joinRequest.ts'
import { button, type Child, element, field, form, notice, submitButton } from '../parts/elements.ts'
import type { Panel, PanelScript } from '../parts/Panel.ts'
import { finish } from './steps.ts'

/** Lets another device in, after the person has compared site, browser, network and number, or typed the number. */
export const approveJoin =
  (context: PanelContext, text: string | undefined): PanelScript =>
  async (panel) => {
    const { say } = panel
    await requireOpenWallet(context)
    const address = await parseJoin(text)
    const details = await panel.work(say('join.reading'), (signal) =>
      readJoinDetails(context, address, signal),
    )
    const answer = await askApproval(panel, details)
    if (!answer) throw new PanelClosedError()
    await panel.work(say('join.approving'), (signal) =>
      bringIn(context, address, details, answer.number, signal),
    )
    await finish(panel, { title: say('join.doneTitle'), lead: say('join.doneLead') })
  }

/** False: it is not let in. `number`: as it was typed; null where it was shown here and compared. */
type Answer = false | { number: string | null }

const askApproval = (panel: Panel, details: JoinDetails): Promise<Answer> =>
  panel.ask<Answer>((answer) => {
    const { say, isGenuine } = panel
    const browserWords = {
      on: (browser: string, system: string) => say('browser.on', { browser, system }),
      unknown: say('browser.unknown'),
    }
    const rows: readonly (readonly [string, string])[] = [
      [say('join.site'), details.hostOrigin],
      [say('join.project'), details.projectName],
      [say('join.browser'), sayBrowserName(details.browser, browserWords)],
      [say('join.place'), details.place],
    ]
    const facts = element('dl', { class: 'kp-rows' }, rows.flatMap(row))
    const reject = button(say('join.reject'), { isGenuine, press: () => answer(false), look: 'quiet' })
    const words = { title: say('join.title'), lead: say('join.lead') }
    if (details.number !== null)
      return {
        ...words,
        body: [
          element('p', { class: 'kp-number' }, [
            element('span', { class: 'kp-small' }, [say('join.number')]),
            element('strong', {}, [details.number]),
          ]),
          notice('warning', [say('join.compare')]),
          facts,
        ],
        actions: [reject, button(say('join.approve'), { isGenuine, press: () => answer({ number: null }) })],
      }
    const typed = field(say('join.typed'), {
      id: 'kp-join',
      maxLength: 2,
      mono: true,
      onInput: () => typed.setError(null),
    })
    const submit = () => {
      const number = plainDigits(typed.input.value)
      if (/^[0-9]{2}$/.test(number)) return answer({ number })
      typed.setError(say('join.notTyped'))
      typed.input.focus()
    }
    return {
      ...words,
      body: [
        facts,
        notice('warning', [say('join.far')]),
        form([typed.node], { id: 'kp-far', isGenuine, submit }),
      ],
      actions: [reject, submitButton(say('join.approve'), 'kp-far')],
    }
  })

/** What another party wrote stands alone in its own direction. */
const row = ([name, value]: readonly [string, string]): Child[] => [
  element('dt', {}, [name]),
  element('dd', {}, [element('bdi', {}, [value])]),
]
