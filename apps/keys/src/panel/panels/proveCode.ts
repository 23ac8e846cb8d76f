import { hasCode } from '@latchkey/errors'
import { WrongRecoveryCodeError } from '@latchkey/protocol/keys'
import { proveCode as prove } from '../../recovery/codeMethod.ts'
import { codeLooksRight } from '../../recovery/openByCode.ts'
import type { PanelContext } from '../../recovery/PanelContext.ts'
import { requireOpenWallet } from '../../recovery/withDeviceHalves.ts'
import type { Panel, PanelScript } from '../parts/Panel.ts'
import { askText } from './askText.ts'
import { finish } from './screens.ts'

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
export async function untilRight(
  panel: Panel,
  title: string,
  use: (code: string) => Promise<void>,
): Promise<void> {
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
