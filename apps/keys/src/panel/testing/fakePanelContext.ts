import type { Route } from '@latchkey/protocol/http'
import { randomId } from '@latchkey/std/randomId'
import type { Passkeys } from '../../recovery/browserPasskeys.ts'
import type { PanelContext } from '../../recovery/enrolMethod.ts'
import type { PanelVault } from '../../vault/PanelVault.ts'

export const ADDRESS = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
/** When panels are drawn, unless a test says otherwise; ms since the epoch. */
export const NOW = 1_790_000_000_000
const accounts = [{ namespace: 'eip155', address: ADDRESS, type: 'eoa' }] as const
const ids = { userId: randomId(), walletId: randomId() }
const half = { enc: 'AA', ciphertext: 'AA' }

const share = {
  v: 2,
  ...ids,
  keysetId: randomId(),
  deviceId: randomId(),
  accounts: [`eip155:1:${ADDRESS}`],
  clientShare: { iv: '', ciphertext: '' },
}
const wallet = { id: ids.walletId, status: 'active', accounts, tier: 'standard', recovery: [] }
const session = { stage: 'ready', session: { user: { id: ids.userId }, wallet, grants: [] } }

/** What a panel's script works with, where no service and no worker are: each route and each call answers as it is told. */
export function fakePanelContext(
  parts: {
    replies?: Readonly<Record<string, (body: unknown) => unknown>>
    vault?: Partial<PanelVault>
    passkeys?: Partial<Passkeys>
    openWindow?: PanelContext['openWindow']
    signedIn?: boolean
    now?: () => number
  } = {},
): { context: PanelContext; calls: string[] } {
  const { replies = {}, vault = {}, passkeys = {}, signedIn = true, now = () => NOW } = parts
  const calls: string[] = []
  const defaults: Readonly<Record<string, () => unknown>> = {
    '/keys/v1/keysets/:keysetId/release': () => ({ share: half }),
    '/keys/v1/wallets/:walletId/methods': () => ({ methodId: 'm' }),
    '/keys/v1/wallets/:walletId/methods/open': () => ({ methodId: 'm', keysetId: 'k' }),
  }
  const context = {
    config: { keysOrigin: 'http://keys.localhost:8787', channelKey: 'AA' },
    hostOrigin: 'http://wallet.localhost:8787',
    client: { now, serviceNow: now },
    authorized: {
      async call({ method, path }: Route, input: { body?: unknown }) {
        calls.push(`${method} ${path}`)
        return (replies[path] ?? defaults[path] ?? (() => ({})))(input.body)
      },
    },
    partition: {
      readShare: async () => (signedIn ? share : null),
      sessions: { read: async () => (signedIn ? { tag: 't', value: session } : null) },
      device: async () => ({ wrappingKey: null, deviceId: share.deviceId }),
      dropShare: async () => undefined,
      readDoubted: async () => null,
      doubtShare: async () => undefined,
    },
    changed: async () => undefined,
    vault: {
      openTicket: async () => ({ id: 't', publicKey: 'AA' }),
      lock: async () => undefined,
      enrol: async () => ({}),
      prove: async () => ({ signature: '0x' }),
      ...vault,
    },
    passkeys: { knowsPrf: async () => null, ...passkeys },
    openWindow: parts.openWindow ?? (() => null),
  }
  return { context: context as unknown as PanelContext, calls }
}
