import { randomBytes } from 'node:crypto'
import { Aes256Gcm, CipherSuite, DhkemP256HkdfSha256, HkdfSha256 } from '@hpke/core'
import * as protocol from '@latchkey/protocol/http'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { fromBase64url, randomId, toBase64url } from '../crypto/bytes.ts'
import { createChannel, sealTo } from '../crypto/channel.ts'
import type { Device, SignedIn } from './createDevice.ts'
import type { TestService } from './createTestService.ts'

const suite = () =>
  new CipherSuite({ kem: new DhkemP256HkdfSha256(), kdf: new HkdfSha256(), aead: new Aes256Gcm() })
const buffer = (bytes: Uint8Array) => new Uint8Array(bytes).buffer

/** A one-use key pair that the service seals to. */
export async function createReceiver() {
  const pair = await suite().kem.generateKeyPair()
  const publicKey = toBase64url(new Uint8Array(await suite().kem.serializePublicKey(pair.publicKey)))
  return {
    publicKey,
    async open({ enc, ciphertext }: protocol.Sealed, additionalData: string): Promise<string> {
      const plain = await suite().open(
        { recipientKey: pair.privateKey, enc: buffer(fromBase64url(enc)) },
        buffer(fromBase64url(ciphertext)),
        buffer(Buffer.from(additionalData)),
      )
      return Buffer.from(plain).toString('hex')
    },
  }
}

/** What the keys app would make for one wallet, with shares that a test can look for. */
export async function createVault(service: TestService, userId: string) {
  const account = privateKeyToAccount(generatePrivateKey())
  const { publicKey: channelKey } = await createChannel(service.config.secrets.kek)
  const ids = { wallet: randomId(), device: randomId(), keyset: randomId(), recovery: randomId() }
  const secrets = {
    deviceShare: randomBytes(33),
    recoveryShare: randomBytes(33),
    recoveryKey: randomBytes(32),
  }
  const seal = (bytes: Uint8Array, ...aad: string[]) => sealTo(channelKey, bytes, ['v1', ...aad].join('|'))
  const keyset = async (keysetId: string, share: Uint8Array, deviceId = ids.device) => ({
    keysetId,
    deviceId,
    serverShare: await seal(share, 'keyset', userId, ids.wallet, keysetId),
  })
  const creation = async () => ({
    walletId: ids.wallet,
    accounts: [{ namespace: 'eip155', address: account.address, type: 'eoa' }],
    device: await keyset(ids.keyset, secrets.deviceShare),
    recovery: {
      keysetId: ids.recovery,
      serverShare: await seal(secrets.recoveryShare, 'recovery-share', userId, ids.wallet, ids.recovery),
      clientShare: { iv: toBase64url(randomBytes(12)), ciphertext: toBase64url(randomBytes(49)) },
      recoveryKey: await seal(secrets.recoveryKey, 'recovery-key', userId, ids.wallet, ids.recovery),
    },
  })
  const signature = () => account.signMessage({ message: protocol.confirmText(ids.wallet) })
  return { account, ids, secrets, seal, keyset, creation, signature }
}

/** Creates and confirms a wallet for a signed-in device. */
export async function createActiveWallet(
  service: TestService,
  device: Device,
  { tokens, session }: SignedIn,
) {
  const vault = await createVault(service, session.user.id)
  const token = tokens.accessToken
  await device.must(protocol.createWallet, { token, body: await vault.creation() })
  await device.must(protocol.confirmWallet, {
    token,
    params: { walletId: vault.ids.wallet },
    body: { signature: await vault.signature() },
  })
  return vault
}
