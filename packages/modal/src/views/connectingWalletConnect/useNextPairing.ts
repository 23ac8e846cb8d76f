import { type Connector, keepsPairing, readPlatform } from '@latchkey/core'
import { useConfig } from '@latchkey/react'
import { useEffect } from 'react'

/**
 * Where a link opens an app only from the tap itself (Telegram, iOS Safari), a pairing is at hand for the next tap too:
 * whoever leaves one wallet for another finds its link ready.
 */
export function useNextPairing(connector: Connector | undefined): void {
  const config = useConfig()
  useEffect(() => {
    // Connecting and signing in at once has a link of its own, which nobody can prepare.
    const isOneClick = config.siwx !== undefined && connector?.authenticate !== undefined
    if (!connector?.prepare || isOneClick || !keepsPairing(readPlatform(window))) return
    return () => {
      // By now the attempt is over; a connector that waits or is connected prepares nothing.
      setTimeout(() => {
        if (config.modal.getState().open) connector.prepare?.().catch(() => undefined)
      })
    }
  }, [config, connector])
}
