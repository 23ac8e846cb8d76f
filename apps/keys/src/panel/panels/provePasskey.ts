import type { PanelContext } from '../../recovery/PanelContext.ts'
import { provePasskey as prove, usePasskey } from '../../recovery/passkeyMethod.ts'
import { requireOpenWallet } from '../../recovery/withDeviceHalves.ts'
import type { PanelScript } from '../parts/Panel.ts'
import { askGesture } from './askGesture.ts'
import { finish } from './screens.ts'

/** Tries a passkey that has its half of the wallet. */
export const provePasskey =
  (context: PanelContext, methodId: string | undefined): PanelScript =>
  async (panel) => {
    const { say } = panel
    await requireOpenWallet(context)
    const step = { title: say('passkey.proveTitle'), lead: say('passkey.tryLead') }
    const gesture = await askGesture(panel, step, (signal) => usePasskey(context, undefined, signal))
    await panel.work(say('passkey.trying'), (signal) => prove(context, gesture, methodId, signal))
    await finish(panel, { title: say('passkey.doneTitle'), lead: say('passkey.doneLead') })
  }
