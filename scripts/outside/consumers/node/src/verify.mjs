/** Checks signatures as a back end does: one that is right, one of somebody else. */
import assert from 'node:assert/strict'
import { formatSiwxMessage, SiwxSignatureError, verifySiwxMessage } from 'latchkey/siwx/verify'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'

const person = privateKeyToAccount(generatePrivateKey())
const fields = {
  domain: 'app.example.org',
  accountAddress: person.address,
  chainId: 'eip155:1',
  uri: 'https://app.example.org',
  version: '1',
  nonce: '0123456789abcdef',
  issuedAt: new Date().toISOString(),
}
const message = formatSiwxMessage(fields)
const verify = (signature) =>
  verifySiwxMessage({ message, signature, domain: fields.domain, nonce: fields.nonce, uri: fields.uri })

const verified = await verify(await person.signMessage({ message }))
assert.ok(JSON.stringify(verified).includes(person.address))

const other = privateKeyToAccount(generatePrivateKey())
await assert.rejects(
  verify(await other.signMessage({ message })),
  (error) => error instanceof SiwxSignatureError && error.code === SiwxSignatureError.code,
)
