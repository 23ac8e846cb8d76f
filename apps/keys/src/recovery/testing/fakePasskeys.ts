import { importPrfOutput, prfInput } from '@latchkey/keyring'
import { NoPasskeysHereError, PasskeyNotUsedError } from '@latchkey/protocol/keys'
import { encodeBase64url } from '@latchkey/std/base64url'
import { randomId } from '@latchkey/std/randomId'
import type { Passkeys } from '../browserPasskeys.ts'

type Credential = { id: string; userHandle: string; prfSecret: Uint8Array<ArrayBuffer> }

const bytes = () => crypto.getRandomValues(new Uint8Array(32))
const text = (value: string) => encodeBase64url(new TextEncoder().encode(value))

/** The `prf` extension: a secret of the credential's own over the input. */
async function evaluate({ prfSecret }: Credential): Promise<CryptoKey> {
  const key = await crypto.subtle.importKey('raw', prfSecret, { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
  ])
  return importPrfOutput(new Uint8Array(await crypto.subtle.sign('HMAC', key, prfInput())))
}

/** An authenticator that a person always agrees to, until told otherwise. Its answers are signed by nobody. */
export function createFakePasskeys() {
  const credentials: Credential[] = []
  const settings = { prf: true, prfAtCreation: true, refuses: 0, offered: true }
  let uses = 0
  const agree = () => {
    if (!settings.offered) throw new NoPasskeysHereError()
    if (settings.refuses > 0) {
      settings.refuses--
      throw new PasskeyNotUsedError()
    }
  }
  const passkeys: Passkeys = {
    knowsPrf: async () => settings.prf,
    async use({ challenge, credentialId }) {
      uses++
      agree()
      const found = credentials.filter(({ id }) => credentialId === undefined || id === credentialId).at(-1)
      if (!found) throw new PasskeyNotUsedError()
      const response = {
        clientDataJSON: text(JSON.stringify({ challenge })),
        authenticatorData: text('data'),
        signature: text('signature'),
        userHandle: found.userHandle,
      }
      const assertion = { id: found.id, rawId: found.id, type: 'public-key' as const, response }
      return { assertion, prf: settings.prf ? await evaluate(found) : null }
    },
    async create({ userHandle, challenge, excludeCredentials }) {
      agree()
      if (credentials.some(({ id }) => excludeCredentials.includes(id))) throw new PasskeyNotUsedError()
      const made = { id: randomId(), userHandle, prfSecret: bytes() }
      credentials.push(made)
      const response = {
        clientDataJSON: text(JSON.stringify({ challenge })),
        attestationObject: text('object'),
        transports: ['internal'],
      }
      const attestation = { id: made.id, rawId: made.id, type: 'public-key' as const, response }
      const prf = settings.prf && settings.prfAtCreation ? await evaluate(made) : null
      return { attestation, seals: settings.prf, prf }
    },
  }
  return { passkeys, credentials, settings, uses: () => uses }
}
