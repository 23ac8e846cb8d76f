import type { ConnectorContext } from '@latchkey/core/connector'
import { NotAvailableError } from '@latchkey/protocol/frame'
import type { FrameConnection } from './FrameConnection.ts'

export type Deployment = {
  /** Takes what the frame has said by itself. */
  know(isDeployed: boolean): void
  /** Asks in the background whether the smart account is on the active network. Nobody waits for it. */
  read(): void
  /** As `read`, unless it is known to be there. */
  readUnlessDeployed(): void
}

/** Keeps `smartAccountDeployed` true to the network. */
export function followDeployment(context: ConnectorContext, connection: FrameConnection): Deployment {
  let asked = 0
  let isThere = false
  const know = (isDeployed: boolean) => {
    asked += 1
    isThere = isDeployed
  }
  const read = () => {
    know(false)
    const mine = asked
    const tell = (isDeployed: boolean) => {
      // An answer for the network before this one says nothing.
      if (mine !== asked) return
      isThere = isDeployed
      context.emitter.emit('change', { smartAccountDeployed: isDeployed })
    }
    connection
      .get()
      .then((client) => client.call.initSmartAccount({}))
      .then(({ isDeployed }) => tell(isDeployed))
      .catch((error: unknown) => {
        // The network has no smart accounts. Any other failure says nothing of the account.
        if ((error as { code?: unknown }).code === NotAvailableError.code) tell(false)
      })
  }
  return { know, read, readUnlessDeployed: () => (isThere ? undefined : read()) }
}

/** What puts a smart account on the network with its first use, once it is through. */
const SENDS: ReadonlySet<string> = new Set(['eth_sendTransaction', 'eth_getUserOperationReceipt'])

/** Whether an answer means that an operation of the account has been put on the network. */
export function mayHaveDeployed(method: string, result: unknown): boolean {
  if (SENDS.has(method)) return result !== null
  if (method !== 'wallet_getCallsStatus' || typeof result !== 'object' || result === null) return false
  // Version 1.0 has a word for it.
  return 'status' in result && (result.status === 'CONFIRMED' || Number(result.status) >= 200)
}
