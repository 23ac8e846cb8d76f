import { hasCode } from '@latchkey/errors'
import { PasskeyNotUsedError } from '@latchkey/protocol/keys'
import type { PasskeyGesture } from '../../recovery/Passkeys.ts'
import { button } from '../parts/button.ts'
import { notice } from '../parts/notice.ts'
import type { Panel } from '../parts/Panel.ts'

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
