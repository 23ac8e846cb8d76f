import { FreshLoginRequiredError } from '@latchkey/protocol/http'
import { NothingPendingError } from '@latchkey/protocol/keys'
import { openByCode } from '../../recovery/openByCode.ts'
import type { PanelContext } from '../../recovery/PanelContext.ts'
import { findLogin, finishLogin } from '../../session/completeLogin.ts'
import type { PanelScript } from '../parts/Panel.ts'
import { untilRight } from './proveCode.ts'
import { finish } from './screens.ts'

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
          open: openByCode(context, code, over),
          tooLate: () => new FreshLoginRequiredError(),
        })
      }),
    )
    await finish(panel, { title: say('code.openedTitle'), lead: say('code.openedLead') })
  }
