import { sayBrowserName } from '@latchkey/protocol/http'
import { PanelClosedError } from '@latchkey/protocol/keys'
import { type PanelContext, requireOpenWallet } from '../../recovery/enrolMethod.ts'
import { bringIn, type JoinDetails, parseJoin, readJoinDetails } from '../../recovery/joinRequest.ts'
import { button, type Child, element, notice } from '../parts/elements.ts'
import type { Panel, PanelScript } from '../parts/Panel.ts'
import { finish } from './steps.ts'

/** Lets another device in, after the person has compared site, browser and number. */
export const approveJoin =
  (context: PanelContext, text: string | undefined): PanelScript =>
  async (panel) => {
    const { say } = panel
    await requireOpenWallet(context)
    const address = await parseJoin(text)
    const details = await panel.work(say('join.reading'), (signal) =>
      readJoinDetails(context, address, signal),
    )
    if (!(await askApproval(panel, details))) throw new PanelClosedError()
    await panel.work(say('join.approving'), (signal) => bringIn(context, address, details, signal))
    await finish(panel, { title: say('join.doneTitle'), lead: say('join.doneLead') })
  }

const askApproval = (panel: Panel, details: JoinDetails): Promise<boolean> =>
  panel.ask<boolean>((answer) => {
    const { say, isGenuine } = panel
    const browserWords = {
      on: (browser: string, system: string) => say('browser.on', { browser, system }),
      unknown: say('browser.unknown'),
    }
    const rows: readonly (readonly [string, string])[] = [
      [say('join.site'), details.hostOrigin],
      [say('join.project'), details.projectName],
      [say('join.browser'), sayBrowserName(details.browser, browserWords)],
    ]
    return {
      title: say('join.title'),
      lead: say('join.lead'),
      body: [
        element('p', { class: 'kp-number' }, [
          element('span', { class: 'kp-small' }, [say('join.number')]),
          element('strong', {}, [details.number]),
        ]),
        notice('warning', [say('join.compare')]),
        element('dl', { class: 'kp-rows' }, rows.flatMap(row)),
      ],
      actions: [
        button(say('join.reject'), { isGenuine, press: () => answer(false), look: 'quiet' }),
        button(say('join.approve'), { isGenuine, press: () => answer(true) }),
      ],
    }
  })

/** What another party wrote stands alone in its own direction. */
const row = ([name, value]: readonly [string, string]): Child[] => [
  element('dt', {}, [name]),
  element('dd', {}, [element('bdi', {}, [value])]),
]
