import { Aes256Gcm, CipherSuite, DhkemP256HkdfSha256, HkdfSha256 } from '@hpke/core'
import type { Account } from '@latchkey/protocol'
import {
  AccountFrozenError,
  confirmText,
  type Encrypted,
  FreshLoginRequiredError,
  KeysetNotFoundError,
  ProtectedWalletError,
  type Sealed,
  SealedMessageError,
  type Wallet,
  WalletConflictError,
  WalletNotActiveError,
  WalletNotFoundError,
  WalletProofError,
} from '@latchkey/protocol/http'
import { decodeBase64url, encodeBase64url } from '@latchkey/std/base64url'
import { recoverMessageAddress } from 'viem'
import type { FakeFamily, FakeKeyset, FakeWallet } from './FakeFamily.ts'
import { refuse } from './fakeProofs.ts'

type Bytes = Uint8Array<ArrayBuffer>
type NewKeyset = { keysetId: string; deviceId: string; serverShare: Sealed }
type NewWalletBody = {
  walletId: string
  accounts: Account[]
  device: NewKeyset
  recovery: { keysetId: string; serverShare: Sealed; clientShare: Encrypted; recoveryKey: Sealed }
}

const suite = () =>
  new CipherSuite({ kem: new DhkemP256HkdfSha256(), kdf: new HkdfSha256(), aead: new Aes256Gcm() })
const text = (value: string) => new TextEncoder().encode(value)

/** The service's end of the sealed channel. */
async function createFakeChannel() {
  const keyPair = await suite().kem.generateKeyPair()
  const publicKey = new Uint8Array(await suite().kem.serializePublicKey(keyPair.publicKey))
  return {
    channelKey: encodeBase64url(publicKey),
    async open(sealed: Sealed, aad: string): Promise<Bytes> {
      const enc = decodeBase64url(sealed.enc)
      const ciphertext = decodeBase64url(sealed.ciphertext)
      const opened = await suite()
        .open({ recipientKey: keyPair, enc }, ciphertext, text(aad))
        .catch(() => refuse(SealedMessageError))
      return new Uint8Array(opened)
    },
    async sealTo(publicKey: string, plaintext: Bytes, aad: string): Promise<Sealed> {
      const recipientPublicKey = await suite().kem.deserializePublicKey(decodeBase64url(publicKey).buffer)
      const { enc, ct } = await suite().seal({ recipientPublicKey }, plaintext, text(aad))
      return { enc: encodeBase64url(new Uint8Array(enc)), ciphertext: encodeBase64url(new Uint8Array(ct)) }
    },
  }
}

const walletOf = ({ user }: FakeFamily, walletId: string): FakeWallet =>
  user.wallet?.id === walletId ? user.wallet : refuse(WalletNotFoundError)

const activeWalletOf = (family: FakeFamily, walletId: string): FakeWallet => {
  const wallet = walletOf(family, walletId)
  return wallet.status === 'active' ? wallet : refuse(WalletNotActiveError)
}

/** A wallet as the session tells of it. */
export const describeWallet = ({ id, status, accounts, tier, methods }: FakeWallet): Wallet => ({
  id,
  status,
  accounts,
  tier,
  recovery: tier === 'protected' ? [...methods] : [],
})
const wireOf = (wallet: FakeWallet) => ({ wallet: describeWallet(wallet) })

const keysetOpener =
  (open: (sealed: Sealed, aad: string) => Promise<Bytes>) =>
  async ({ user }: FakeFamily, walletId: string, keyset: NewKeyset): Promise<FakeKeyset> => ({
    deviceId: keyset.deviceId,
    share: await open(keyset.serverShare, `v1|keyset|${user.id}|${walletId}|${keyset.keysetId}`),
  })

/** Wallets and keysets of the fake service, with the AADs that the protocol names, written out by hand. */
export async function createFakeWallets(now: () => number) {
  const { channelKey, open, sealTo } = await createFakeChannel()
  const openKeyset = keysetOpener(open)
  const needFresh = ({ authTime }: FakeFamily) => {
    if (now() - authTime > 300_000) refuse(FreshLoginRequiredError)
  }

  return {
    channelKey,
    open,
    sealTo,
    needFresh,
    openKeyset,
    async create(family: FakeFamily, body: NewWalletBody) {
      if (family.user.wallet) refuse(WalletConflictError)
      const ids = `${family.user.id}|${body.walletId}|${body.recovery.keysetId}`
      const recovery = {
        keysetId: body.recovery.keysetId,
        share: await open(body.recovery.serverShare, `v1|recovery-share|${ids}`),
        clientShare: body.recovery.clientShare,
        key: await open(body.recovery.recoveryKey, `v1|recovery-key|${ids}`),
      }
      const device = await openKeyset(family, body.walletId, body.device)
      const keysets = new Map([[body.device.keysetId, device]])
      // Again, and without an await before the write: a database would see to it.
      if (family.user.wallet) refuse(WalletConflictError)
      const { walletId: id, accounts } = body
      const kind = { status: 'pending', tier: 'standard' } as const
      const wallet: FakeWallet = { id, ...kind, methods: [], accounts, keysets, recovery }
      family.user.wallet = wallet
      return wireOf(wallet)
    },
    async confirm(family: FakeFamily, walletId: string, signature: string) {
      const wallet = walletOf(family, walletId)
      const message = confirmText(walletId)
      const address = await recoverMessageAddress({ message, signature: signature as `0x${string}` })
      if (address !== wallet.accounts[0]?.address) refuse(WalletProofError)
      wallet.status = 'active'
      return wireOf(wallet)
    },
    discard(family: FakeFamily, walletId: string) {
      if (walletOf(family, walletId).status !== 'pending') refuse(WalletConflictError)
      family.user.wallet = null
      return {}
    },
    async addKeyset(family: FakeFamily, walletId: string, keyset: NewKeyset) {
      needFresh(family)
      const opened = await openKeyset(family, walletId, keyset)
      activeWalletOf(family, walletId).keysets.set(keyset.keysetId, opened)
      return {}
    },
    async release({ user }: FakeFamily, keysetId: string, body: { publicKey: string; purpose: string }) {
      const keyset = user.wallet?.keysets.get(keysetId)
      if (!keyset) return refuse(KeysetNotFoundError)
      if (body.purpose === 'sign' && user.wallet?.status !== 'active') refuse(WalletNotActiveError)
      const aad = `v1|release|${keysetId}|${body.purpose}`
      return { share: await sealTo(body.publicKey, keyset.share, aad) }
    },
    async recover(
      family: FakeFamily,
      walletId: string,
      body: { publicKey: string; recoveryKeyPublicKey: string },
    ) {
      needFresh(family)
      const wallet = activeWalletOf(family, walletId)
      if (wallet.tier === 'protected') refuse(ProtectedWalletError)
      if (family.user.frozen) refuse(AccountFrozenError)
      const { keysetId, share, clientShare, key } = wallet.recovery
      return {
        keysetId,
        serverShare: await sealTo(body.publicKey, share, `v1|recover-share|${keysetId}`),
        clientShare,
        recoveryKey: await sealTo(body.recoveryKeyPublicKey, key, `v1|recover-key|${keysetId}`),
      }
    },
  }
}
