import { createRecoveryCode, formatRecoveryCode, rootToMnemonic, sealKit, zeroize } from '@latchkey/keyring'
import { methodText } from '@latchkey/protocol/http'
import { UnknownAccountError } from '@latchkey/protocol/keys'
import { accountIdIn, isSameAccount, joinAccounts, partsOf } from '../accounts/accountIds.ts'
import type { AnyKeySigner, LazyKeySigner } from '../accounts/KeySigner.ts'
import { VaultUnavailableError } from '../errors/keysErrors.ts'
import { createSignerSet } from '../signers/createSignerSet.ts'
import { textRequest } from '../signers/evm/evmRequest.ts'
import { KEY_SIGNERS } from '../signers/keySigners.ts'
import { combineForRecovery } from './combineForRecovery.ts'
import { accountsIn, combineForDevice, signerOf } from './combineHalves.ts'
import { createVault } from './createVault.ts'
import { splitForJoin, splitForMethod } from './keysets.ts'
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
export function createPanelVault(parts: {
  cache: UnlockCache
  signers?: readonly (AnyKeySigner | LazyKeySigner)[] | undefined
}): PanelVault {
  const { cache } = parts
  const signers = createSignerSet(parts.signers ?? KEY_SIGNERS)
  const tickets = createTickets()
  const vault = createVault({ cache, tickets, signers })

  /** The root from the halves of this device, for as long as `work` runs. */
  const withRoot = async <T>(device: UnlockInput, work: (root: Uint8Array) => Promise<T>): Promise<T> => {
    const root = await combineForDevice(device, tickets.take(device.ticket), await signers.load())
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
      const root = await combineForRecovery(
        halves,
        input.methodKey,
        tickets.take(input.ticket),
        await signers.load(),
      )
      try {
        const signer = signerOf(await signers.load(), accounts[0])
        const account = accounts[0] ?? ''
        const signed = await withKey(signer, root, account, (key) =>
          signer.sign(key, signer.prepare(textRequest(methodText(methodId))), account),
        )
        if (signed.kind !== 'signature') throw new VaultUnavailableError()
        return { signature: signed.signature }
      } finally {
        zeroize(root)
      }
    },
    sealForJoin: ({ device, channelKey, join }) =>
      withRoot(device, (root) => splitForJoin(root, device.ids, { channelKey, join })),
    reveal: ({ device, what, account = device.accounts[0] }) =>
      withRoot(device, async (root) => {
        if (what === 'phrase') return rootToMnemonic(root)
        const signer = signerOf(await signers.load([partsOf(account ?? '').namespace]), account)
        return withKey(signer, root, account ?? '', (key) => signer.exportKey(key))
      }),
    makeKit: ({ device, accounts, createdAt }) =>
      withRoot(device, async (root) => {
        const secret = createRecoveryCode(randomBytes)
        try {
          const own = await accountsFrom(root, await signers.loadAll())
          const header = { walletId: device.ids.walletId, accounts: joinAccounts(accounts, own), createdAt }
          return { kit: await sealKit(root, header, secret, randomBytes), code: formatRecoveryCode(secret) }
        } finally {
          zeroize(secret)
        }
      }),
  }
}

/** The accounts of every signer, by CAIP-10: a kit holds them all, whichever sites this device has seen. */
async function accountsFrom(root: Uint8Array, signers: readonly AnyKeySigner[]): Promise<string[]> {
  const accounts: string[] = []
  for (const signer of signers) accounts.push(...(await accountsIn(signer, root)))
  return accounts
}

/** The key of a signer's account, for as long as `use` runs. @throws UnknownAccountError when it has no such account */
async function withKey<T>(
  signer: AnyKeySigner,
  root: Uint8Array,
  account: string,
  use: (key: Uint8Array) => T,
): Promise<T> {
  const keys = await signer.derive(root)
  try {
    const own = keys.find(({ address }) => isSameAccount(accountIdIn(signer, address), account))
    if (!own) throw new UnknownAccountError()
    return use(own.privateKey)
  } finally {
    zeroize(...keys.map(({ privateKey }) => privateKey))
  }
}
