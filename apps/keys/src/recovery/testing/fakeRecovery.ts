import * as http from '@latchkey/protocol/http'
import { encodeBase64url } from '@latchkey/std/base64url'
import { randomId } from '@latchkey/std/randomId'
import { recoverMessageAddress } from 'viem'
import type { FakeFamily } from '../../testing/FakeFamily.ts'
import { refuse } from '../../testing/fakeProofs.ts'
import type { FakeService } from '../../testing/fakeService.ts'
import { hintOf } from '../../testing/fakeSessions.ts'
import { describeWallet } from '../../testing/fakeWallets.ts'

type Bytes = Uint8Array<ArrayBuffer>
export type FakeMethod = {
  id: string
  kind: 'passkey' | 'code'
  userId: string
  credentialId: string | null
  salt: string | null
  keyset: { keysetId: string; share: Bytes; clientShare: http.Encrypted } | null
  proven: boolean
}
type FakeJoin = {
  jkt: string
  deviceId: string
  hostOrigin: string
  done: { keysetId: string; clientShare: http.Sealed; user: FakeFamily['user'] } | null
}

/** Passkeys, recovery methods, joins and the account's own routes, as the fake service's other half. */
export function addFakeRecovery(service: FakeService, now: () => number) {
  const methods = new Map<string, FakeMethod>()
  const joins = new Map<string, FakeJoin>()
  const exported: string[] = []
  const settings = { exportHeld: false }
  const family = (caller: { family: FakeFamily | null }) => caller.family ?? refuse(http.NotFoundError)
  const parts = { service, now, methods, joins, exported, settings, family }
  addPasskeys(parts)
  addMethods(parts)
  addJoins(parts)
  addAccount(parts)
  return { methods, joins, exported, settings }
}

type Parts = {
  service: FakeService
  now(): number
  methods: Map<string, FakeMethod>
  joins: Map<string, FakeJoin>
  exported: string[]
  settings: { exportHeld: boolean }
  family(caller: { family: FakeFamily | null }): FakeFamily
}

const rpId = 'keys.localhost'
const challenge = () => encodeBase64url(crypto.getRandomValues(new Uint8Array(32)))

function addPasskeys({ service, now, methods, family }: Parts): void {
  const hosts = new Map<string, { jkt: string; hostOrigin: string }>()
  service.add(http.startPasskeyLogin, ({ hostOrigin }, { jkt }) => {
    const challengeId = randomId()
    hosts.set(challengeId, { jkt, hostOrigin })
    return { challengeId, challenge: challenge(), rpId, expiresAt: now() + 300_000 }
  })
  service.add(http.finishPasskeyLogin, ({ challengeId, assertion }, { jkt }) => {
    const started = hosts.get(challengeId)
    hosts.delete(challengeId)
    const method = [...methods.values()].find(({ credentialId }) => credentialId === assertion.id)
    const user = [...service.accounts.users.values()].find(({ id }) => id === method?.userId)
    if (!started || started.jkt !== jkt || !user) return refuse(http.PasskeyRefusedError)
    return service.accounts.signIn(user, 'passkey', jkt, started.hostOrigin)
  })
  service.add(http.startPasskeyCreation, (_, caller) => ({
    challengeId: randomId(),
    challenge: challenge(),
    rpId,
    userHandle: family(caller).user.id,
    userName: hintOf(family(caller).user.email ?? 'a@b.c'),
    excludeCredentials: [...methods.values()].flatMap((one) => one.credentialId ?? []),
    expiresAt: now() + 300_000,
  }))
  service.add(http.finishPasskeyCreation, ({ attestation }, caller) => {
    const id = randomId()
    const salt = challenge()
    const userId = family(caller).user.id
    const credentialId = attestation.id
    methods.set(id, { id, kind: 'passkey', userId, credentialId, salt, keyset: null, proven: false })
    return { methodId: id, credentialId, salt }
  })
}

function addMethods({ service, methods, family }: Parts): void {
  const { wallets } = service
  service.add(http.addMethod, async ({ kind, passkeyId, keyset }, caller) => {
    const { user } = family(caller)
    wallets.needFresh(family(caller))
    const ids = `${user.id}|${caller.params.walletId}|${keyset.keysetId}`
    const share = await wallets.open(keyset.serverShare, `v1|recovery-share|${ids}`)
    const stored = { keysetId: keyset.keysetId, share, clientShare: keyset.clientShare }
    if (kind === 'passkey') {
      const method = methods.get(passkeyId ?? '') ?? refuse(http.RecoveryMethodError)
      Object.assign(method, { keyset: stored, proven: false })
      return { methodId: method.id }
    }
    for (const one of methods.values()) if (one.kind === 'code') methods.delete(one.id)
    const id = randomId()
    const code = { id, kind, userId: user.id, credentialId: null, salt: null, keyset: stored, proven: false }
    methods.set(id, code)
    return { methodId: id }
  })
  service.add(http.openMethod, async ({ kind, credentialId, publicKey }, caller) => {
    wallets.needFresh(family(caller))
    const userId = family(caller).user.id
    const found = [...methods.values()].find(
      (one) =>
        one.kind === kind && one.userId === userId && (kind === 'code' || one.credentialId === credentialId),
    )
    if (!found?.keyset) return refuse(http.RecoveryMethodError)
    const { keysetId, share, clientShare } = found.keyset
    const serverShare = await wallets.sealTo(publicKey, share, `v1|recover-share|${keysetId}`)
    return { methodId: found.id, keysetId, serverShare, clientShare, salt: found.salt }
  })
  service.add(http.proveMethod, async ({ signature }, caller) => {
    const method = methods.get(caller.params.methodId ?? '') ?? refuse(http.RecoveryMethodError)
    const message = http.methodText(method.id)
    const address = await recoverMessageAddress({ message, signature: signature as `0x${string}` })
    if (address !== family(caller).user.wallet?.accounts[0]?.address) refuse(http.WalletProofError)
    method.proven = true
    return {}
  })
  service.add(http.removeMethod, (_, caller) => {
    methods.delete(caller.params.methodId ?? '')
    return {}
  })
  service.add(http.protect, (_, caller) => {
    const { wallet } = family(caller).user
    const proven = [...methods.values()].filter((one) => one.proven && one.keyset)
    if (!wallet || proven.length < 2) return refuse(http.TooFewMethodsError)
    wallet.tier = 'protected'
    wallet.methods = [...new Set(proven.map(({ kind }) => kind))]
    wallet.recovery.share.fill(0)
    wallet.recovery.key.fill(0)
    return {}
  })
}

function addJoins({ service, now, joins, family }: Parts): void {
  const { wallets } = service
  service.add(http.startJoin, ({ hostOrigin, deviceId }, { jkt }) => {
    const joinId = randomId()
    joins.set(joinId, { jkt, deviceId, hostOrigin, done: null })
    return { joinId, number: '42', expiresAt: now() + 600_000 }
  })
  service.add(http.readJoin, (_, { params }) => {
    const join = joins.get(params.joinId ?? '') ?? refuse(http.JoinGoneError)
    const { hostOrigin, deviceId } = join
    const said = {
      projectName: 'Demo',
      browser: 'Chromium on Linux',
      place: '203.0.113.0/24',
      number: '42',
    }
    return { hostOrigin, deviceId, ...said, expiresAt: now() + 600_000 }
  })
  service.add(http.approveJoin, async ({ walletId, keysetId, serverShare, clientShare }, caller) => {
    const { user } = family(caller)
    const join = joins.get(caller.params.joinId ?? '') ?? refuse(http.JoinGoneError)
    const keyset = { keysetId, deviceId: join.deviceId, serverShare }
    user.wallet?.keysets.set(keysetId, await wallets.openKeyset(family(caller), walletId, keyset))
    join.done = { keysetId, clientShare, user }
    return {}
  })
  service.add(http.finishJoin, (_, { jkt, params }) => {
    const join = joins.get(params.joinId ?? '')
    if (!join || join.jkt !== jkt) return refuse(http.JoinGoneError)
    if (!join.done) return { status: 'pending' }
    joins.delete(params.joinId ?? '')
    const { user, keysetId, clientShare } = join.done
    const login = service.accounts.signIn(user, 'email', jkt, join.hostOrigin)
    return { status: 'done', ...login, keysetId, clientShare }
  })
}

function addAccount({ service, now, methods, exported, settings, family }: Parts): void {
  service.add(http.allowExport, ({ what }, caller) => {
    service.wallets.needFresh(family(caller))
    if (settings.exportHeld) refuse(http.AccountHeldError)
    exported.push(what)
    return {}
  })
  service.add(http.getAccount, (_, caller) => {
    const { user, jkt, authTime } = family(caller)
    const at = now()
    const device = { id: jkt, browser: 'Chromium', place: 'Berlin', sites: [], signedInAt: at, seenAt: at }
    return {
      createdAt: at,
      emailHint: user.email && hintOf(user.email),
      tier: user.wallet?.tier ?? null,
      wallet: user.wallet && describeWallet(user.wallet),
      freshUntil: at > authTime + 300_000 ? null : authTime + 300_000,
      frozenAt: null,
      exportHeldUntil: null,
      recoveryHeldUntil: null,
      exportedAt: null,
      devices: [{ ...device, hasShare: true, current: true }],
      sites: [],
      identities: [],
      methods: [...methods.values()].map(({ id, kind, proven, keyset }) => ({
        id,
        kind,
        label: kind,
        addedAt: at,
        provenAt: proven ? at : null,
        seals: keyset !== null,
      })),
    }
  })
  service.add(http.getActivity, () => ({ events: [], next: null, intact: true }))
  service.add(http.revokeDevice, () => ({}))
  service.add(http.revokeSite, () => ({}))
  service.add(http.removeIdentity, () => refuse(http.LastIdentityError))
  service.add(http.unfreeze, () => ({}))
  service.add(http.deleteAccount, () => ({}))
}
