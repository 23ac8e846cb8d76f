import type { Page } from '@playwright/test'

type Bytes = number[]
type Asked = { challenge: Bytes; rpId: string; ids: Bytes[]; prf: Bytes }
type Used = Record<'rawId' | 'clientDataJSON' | 'authenticatorData' | 'signature' | 'userHandle', Bytes> & {
  id: string
  prf: Bytes | null
}
type Device = { askDevice(asked: Asked): Promise<Used> }

/**
 * Has a page use the passkeys of another page's device. A person's device is one; the browser's test tools keep one for each
 * page, and a passkey that is copied from one to the other loses its PRF secret. Nothing is made up: the other page, of the
 * relying party's origin, asks its device and hands over what that says.
 *
 * @param device given as soon as there is one
 */
export async function usePasskeysOf(page: Page, device: Promise<Page>): Promise<void> {
  await page.exposeBinding('askDevice', async (_, asked: Asked) => (await device).evaluate(askHere, asked))
  await page.addInitScript(() => {
    const list = (source: BufferSource): Bytes => {
      const [buffer, from, length] = ArrayBuffer.isView(source)
        ? [source.buffer, source.byteOffset, source.byteLength]
        : [source, 0, source.byteLength]
      return [...new Uint8Array(buffer, from, length)]
    }
    const bytes = (values: Bytes) => new Uint8Array(values).buffer
    navigator.credentials.get = async ({ publicKey } = {}) => {
      const { challenge, rpId = '', allowCredentials = [], extensions } = publicKey ?? {}
      const input = extensions?.prf?.eval?.first
      if (!challenge || !input) throw new TypeError('No passkey of the wallet')
      const ids = allowCredentials.map(({ id }) => list(id))
      const { askDevice } = globalThis as unknown as Device
      const used = await askDevice({ challenge: list(challenge), rpId, ids, prf: list(input) })
      const { id, rawId, prf, ...response } = used
      const named = Object.entries(response).map(([name, values]) => [name, bytes(values)])
      return Object.create(PublicKeyCredential.prototype, {
        id: { value: id },
        rawId: { value: bytes(rawId) },
        type: { value: 'public-key' },
        response: { value: Object.fromEntries(named) },
        getClientExtensionResults: { value: () => (prf ? { prf: { results: { first: bytes(prf) } } } : {}) },
      })
    }
  })
}

/** Runs in the page that has the device. */
async function askHere({ challenge, rpId, ids, prf }: Asked): Promise<Used> {
  const credential = (await navigator.credentials.get({
    publicKey: {
      challenge: new Uint8Array(challenge),
      rpId,
      allowCredentials: ids.map((id) => ({ type: 'public-key', id: new Uint8Array(id) })),
      userVerification: 'required',
      extensions: { prf: { eval: { first: new Uint8Array(prf) } } },
    },
  })) as PublicKeyCredential
  const list = (buffer: ArrayBuffer | null) => [...new Uint8Array(buffer ?? new ArrayBuffer(0))]
  const { clientDataJSON, authenticatorData, signature, userHandle } =
    credential.response as AuthenticatorAssertionResponse
  const first = credential.getClientExtensionResults().prf?.results?.first as ArrayBuffer | undefined
  return {
    id: credential.id,
    rawId: list(credential.rawId),
    clientDataJSON: list(clientDataJSON),
    authenticatorData: list(authenticatorData),
    signature: list(signature),
    userHandle: list(userHandle),
    prf: first ? list(first) : null,
  }
}
