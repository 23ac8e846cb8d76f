import type { Latchkey } from '@latchkey/sdk'

/** How long wagmi's reconnecting may take, ms. A wallet that comes later is told by a `connect` event. */
const RESTORE_WAIT = 10_000

/** Waits until a stored connection is confirmed or given up. It opens nothing and never rejects. */
export async function waitForRestore({ config }: Latchkey): Promise<void> {
  const isRestoring = () =>
    config.accounts.getState().byNamespace.eip155?.status === 'connecting' && !config.modal.getState().open
  if (!isRestoring()) return
  await new Promise<void>((resolve) => {
    const settle = () => {
      clearTimeout(timer)
      for (const stop of stops) stop()
      resolve()
    }
    const check = () => {
      if (!isRestoring()) settle()
    }
    const timer = setTimeout(settle, RESTORE_WAIT)
    const stops = [config.accounts.subscribe(check), config.modal.subscribe(check)]
  })
}
