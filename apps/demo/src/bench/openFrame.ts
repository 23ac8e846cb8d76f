import type { Config } from '@latchkey/sdk'
import { walletConnector } from './walletConnector.ts'

/** ms from the moment the iframe is in the page. */
export type FrameTimes = { frameReady: number; keysReady: number }

/** Opens the wallet's frame; its keys count as ready once they have answered who is signed in. */
export async function openFrame(config: Config): Promise<FrameTimes> {
  const connector = walletConnector(config)
  let created = Number.NaN
  config.eventsOf(connector.id).on('frame', ({ status }) => {
    if (status === 'created' && Number.isNaN(created)) created = performance.now()
  })
  await connector.prepare?.()
  const frameReady = performance.now() - created
  await connector.request({ method: 'eth_accounts' })
  return { frameReady, keysReady: performance.now() - created }
}
