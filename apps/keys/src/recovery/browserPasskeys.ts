import { hasCode } from '@latchkey/errors'
import { importPrfOutput, prfInput } from '@latchkey/keyring'
import { type Assertion, type Attestation, assertion, attestation } from '@latchkey/protocol/http'
import { NoPasskeysHereError, PasskeyNotUsedError } from '@latchkey/protocol/keys'
import { decodeBase64url, encodeBase64url } from '@latchkey/std/base64url'

/** What a gesture gave: the signed answer, and the PRF output as an HKDF key where the authenticator has PRF. */
export type PasskeyGesture = { assertion: Assertion; prf: CryptoKey | null }
export type NewPasskey = {
  attestation: Attestation
  /** The authenticator can seal a recovery half. */
  seals: boolean
  /** Some authenticators give the output at creation already. */
  prf: CryptoKey | null
}
export type NewPasskeyOptions = {
  challenge: string
  rpId: string
  userHandle: string
  userName: string
  /** Credentials of the account that are there already. */
  excludeCredentials: readonly string[]
}

/** Passkeys as the browser offers them (WebAuthn level 3). Binary values are base64url. */
export type Passkeys = {
  /** Whether the browser knows the PRF extension; null where it does not tell. The authenticator has the last word. */
  knowsPrf(): Promise<boolean | null>
  /**
   * Asks for a passkey of this wallet, with the one PRF input.
   *
   * @throws NoPasskeysHereError, PasskeyNotUsedError
   */
  use(options: {
    challenge: string
    rpId: string
    /** Left out: any discoverable one. */
    credentialId?: string | undefined
    signal?: AbortSignal | undefined
  }): Promise<PasskeyGesture>
  /** @throws NoPasskeysHereError, PasskeyNotUsedError */
  create(options: NewPasskeyOptions, signal?: AbortSignal): Promise<NewPasskey>
}

/** How long a person has for one gesture, in ms. */
const GESTURE_TIME = 120_000
/** COSE algorithms that the service verifies: ES256, then RS256 (older Windows devices). */
const ALGORITHMS = [-7, -257] as const

type Feature = 'publickey-credentials-get' | 'publickey-credentials-create'
type Capabilities = () => Promise<Readonly<Record<string, boolean>>>
type Policy = { allowsFeature(feature: string): boolean }

/**
 * Passkeys of this browser, for the relying party of the keys origin. A PRF output goes straight into WebCrypto; its bytes
 * are zeroed here.
 *
 * @example const { assertion, prf } = await browserPasskeys().use({ challenge, rpId })
 */
export function browserPasskeys(): Passkeys {
  return {
    knowsPrf,
    async use({ challenge, rpId, credentialId, signal }) {
      requirePasskeys('publickey-credentials-get')
      const allowed = credentialId === undefined ? [] : [credentialId]
      const credential = await gesture(() =>
        navigator.credentials.get({
          publicKey: {
            challenge: decodeBase64url(challenge),
            rpId,
            allowCredentials: allowed.map(descriptor),
            userVerification: 'required',
            timeout: GESTURE_TIME,
            extensions: { prf: { eval: { first: prfInput() } } },
          },
          ...(signal && { signal }),
        }),
      )
      return { assertion: assertionOf(credential), prf: await takePrf(credential) }
    },
    async create(options, signal) {
      requirePasskeys('publickey-credentials-create')
      const credential = await gesture(() =>
        navigator.credentials.create({ publicKey: creationOptions(options), ...(signal && { signal }) }),
      )
      const prf = await takePrf(credential)
      const seals = prf !== null || credential.getClientExtensionResults().prf?.enabled === true
      return { attestation: attestationOf(credential), seals, prf }
    },
  }
}

/**
 * Whether the browser offers passkeys in this document: nothing is asked of the person.
 *
 * @throws NoPasskeysHereError
 */
export function requirePasskeys(feature: Feature): void {
  const { credentials } = navigator as { credentials?: CredentialsContainer }
  const policy = (document as { featurePolicy?: Policy }).featurePolicy
  // Only Chromium tells whether the embedding page delegates it; elsewhere the call itself says so.
  const isOffered = typeof PublicKeyCredential === 'function' && credentials !== undefined
  if (!isOffered) throw new NoPasskeysHereError()
  if (policy?.allowsFeature(feature) === false) throw notInThisFrame()
}

/** WebAuthn level 3 section 5.1.7; older browsers have no such call. */
async function knowsPrf(): Promise<boolean | null> {
  if (typeof PublicKeyCredential !== 'function') return false
  const { getClientCapabilities } = PublicKeyCredential as { getClientCapabilities?: Capabilities }
  try {
    const known = await getClientCapabilities?.call(PublicKeyCredential)
    return known?.['extension:prf'] ?? null
  } catch {
    return null
  }
}

const creationOptions = (options: NewPasskeyOptions): PublicKeyCredentialCreationOptions => ({
  challenge: decodeBase64url(options.challenge),
  rp: { id: options.rpId, name: options.rpId },
  user: {
    id: decodeBase64url(options.userHandle),
    name: options.userName,
    displayName: options.userName,
  },
  pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
  authenticatorSelection: {
    residentKey: 'required',
    requireResidentKey: true,
    userVerification: 'required',
  },
  attestation: 'none',
  excludeCredentials: options.excludeCredentials.map(descriptor),
  timeout: GESTURE_TIME,
  extensions: { prf: { eval: { first: prfInput() } } },
})

const descriptor = (id: string): PublicKeyCredentialDescriptor => ({
  type: 'public-key',
  id: decodeBase64url(id),
})

async function gesture(ask: () => Promise<Credential | null>): Promise<PublicKeyCredential> {
  try {
    const credential = await ask()
    if (credential instanceof PublicKeyCredential) return credential
  } catch (error) {
    throw toPasskeyError(error)
  }
  throw new PasskeyNotUsedError()
}

/** WebAuthn level 3 sections 5.1.3 and 5.1.4; the texts of the browser stay here. */
function toPasskeyError(error: unknown): Error {
  const { name = '', message = '' } = error instanceof DOMException ? error : {}
  if (name === 'SecurityError' || name === 'NotSupportedError') return new NoPasskeysHereError()
  if (name === 'NotAllowedError' && ONLY_AT_THE_TOP.test(message)) return notInThisFrame()
  if (name === 'InvalidStateError') return new PasskeyNotUsedError({ message: ALREADY_THERE })
  return new PasskeyNotUsedError()
}

/**
 * What is said of a frame of another origin, before anyone is asked. WebKit, which is every browser of iOS, makes passkeys
 * only at the top; its error has the name of one that a person declined, and nothing else tells beforehand.
 */
const ONLY_AT_THE_TOP = /same(?: as its|-origin with all of its) ancestors/

/** `details` of the error where the browser has passkeys and refuses them to this frame alone. */
const IN_FRAME = 'frame'
const notInThisFrame = () => new NoPasskeysHereError({ details: IN_FRAME })
/** Whether a document of its own could do what the browser has refused to this frame. */
export const isRefusedToFrame = (error: unknown): boolean =>
  hasCode(error, NoPasskeysHereError.code) && error.details === IN_FRAME

const ALREADY_THERE = 'This device has a passkey of this wallet already.'

/** The PRF output, as a key: its bytes do not outlive this call. */
async function takePrf(credential: PublicKeyCredential): Promise<CryptoKey | null> {
  const first = credential.getClientExtensionResults().prf?.results?.first
  if (!first) return null
  const bytes = ArrayBuffer.isView(first)
    ? new Uint8Array(first.buffer, first.byteOffset, first.byteLength)
    : new Uint8Array(first)
  try {
    return bytes.length === 32 ? await importPrfOutput(bytes) : null
  } finally {
    bytes.fill(0)
  }
}

const encode = (buffer: ArrayBuffer) => encodeBase64url(new Uint8Array(buffer))

function assertionOf(credential: PublicKeyCredential): Assertion {
  const response = credential.response as AuthenticatorAssertionResponse
  return assertion().parse({
    id: credential.id,
    rawId: encode(credential.rawId),
    type: credential.type,
    response: {
      clientDataJSON: encode(response.clientDataJSON),
      authenticatorData: encode(response.authenticatorData),
      signature: encode(response.signature),
      userHandle: response.userHandle && encode(response.userHandle),
    },
  })
}

function attestationOf(credential: PublicKeyCredential): Attestation {
  const response = credential.response as AuthenticatorAttestationResponse
  return attestation().parse({
    id: credential.id,
    rawId: encode(credential.rawId),
    type: credential.type,
    response: {
      clientDataJSON: encode(response.clientDataJSON),
      attestationObject: encode(response.attestationObject),
      transports: response.getTransports().slice(0, 8),
    },
  })
}
