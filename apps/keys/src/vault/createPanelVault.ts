import {
  bytesToHex,
  createRecoveryCode,
  deriveEvmAccount,
  formatRecoveryCode,
  rootToMnemonic,
  sealKit,
  signMessage,
  zeroize,
} from '@latchkey/keyring'
import { methodText } from '@latchkey/protocol/http'
import { combineForRecovery } from './combineForRecovery.ts'
import { combineForDevice } from './combineHalves.ts'
import { createVault } from './createVault.ts'
import { splitForJoin, splitForMethod } from './methodKeysets.ts'
import type { PanelVault } from './PanelVault.ts'
import { createTickets } from './tickets.ts'
import type { UnlockCache } from './unlockCache.ts'
import type { UnlockInput } from './Vault.ts'

const randomBytes = (length: number) => crypto.getRandomValues(new Uint8Array(length))

/**
 * Makes the vault of the account page's document. It runs in a worker of its own; tests run it in place.
 *
 * @example expose(servePanelPort(createPanelVault({ cache })))
 */
export function createPanelVault({ cache }: { cache: UnlockCache }): PanelVault {
  const tickets = createTickets()
  const vault = createVault({ cache, tickets })

  /** The root from the halves of this device, for as long as `work` runs. */
  const withRoot = async <T>(device: UnlockInput, work: (root: Uint8Array) => Promise<T>): Promise<T> => {
    const root = await combineForDevice(device, tickets.take(device.ticket))
    try {
      return await work(root)
    } finally {
      zeroize(root)
    }
  }

  return {
    ...vault,
    enrol: ({ device, channelKey, methodKey }) =>
      withRoot(device, (root) => splitForMethod(root, device.ids, { channelKey, methodKey })),
    async prove(input) {
      const { userId, walletId, accounts, method, methodId } = input
      const { keysetId, clientShare, serverShare } = method
      const halves = { ids: { userId, walletId, keysetId }, clientShare, serverShare, accounts }
      const root = await combineForRecovery(halves, input.methodKey, tickets.take(input.ticket))
      try {
        return { signature: await signText(root, methodText(methodId)) }
      } finally {
        zeroize(root)
      }
    },
    sealForJoin: ({ device, channelKey, join }) =>
      withRoot(device, (root) => splitForJoin(root, device.ids, { channelKey, join })),
    reveal: ({ device, what }) =>
      withRoot(device, async (root) => (what === 'phrase' ? rootToMnemonic(root) : privateKeyOf(root))),
    makeKit: ({ device, accounts, createdAt }) =>
      withRoot(device, async (root) => {
        const secret = createRecoveryCode(randomBytes)
        try {
          const header = { walletId: device.ids.walletId, accounts, createdAt }
          return { kit: await sealKit(root, header, secret, randomBytes), code: formatRecoveryCode(secret) }
        } finally {
          zeroize(secret)
        }
      }),
  }
}

async function signText(root: Uint8Array, text: string): Promise<string> {
  const { privateKey } = await deriveEvmAccount(root)
  try {
    return signMessage(privateKey, new TextEncoder().encode(text))
  } finally {
    zeroize(privateKey)
  }
}

async function privateKeyOf(root: Uint8Array): Promise<string> {
  const { privateKey } = await deriveEvmAccount(root)
  try {
    return bytesToHex(privateKey)
  } finally {
    zeroize(privateKey)
  }
}
