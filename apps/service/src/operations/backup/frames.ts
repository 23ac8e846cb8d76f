import { createCipheriv, createDecipheriv, createHash } from 'node:crypto'
import { OperationError } from '../OperationError.ts'

/** Bytes of one frame before sealing. */
export const FRAME = 65_536
const TAG = 16
/** Length of the sealed frame, 4 bytes, big-endian. */
const HEAD = 4

/**
 * Number of the frame, then 1 for the last one: frames cannot change places, and a file that ends early has no last
 * frame (the STREAM construction).
 */
function nonceOf(index: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUIntBE(index, 5, 6)
  nonce[11] = isLast ? 1 : 0
  return nonce
}

/** Binds frames to the clear lines before them. */
export const frameContext = (head: string): Buffer => createHash('sha256').update(head).digest()

/** Seals frame after frame with AES-256-GCM under a key that no other file has. */
export function createFrameSealer(key: Uint8Array, context: Uint8Array) {
  let index = 0
  return (plaintext: Uint8Array, isLast: boolean): Buffer => {
    const cipher = createCipheriv('aes-256-gcm', key, nonceOf(index, isLast)).setAAD(context)
    index += 1
    const body = Buffer.concat([cipher.update(plaintext), cipher.final(), cipher.getAuthTag()])
    const head = Buffer.alloc(HEAD)
    head.writeUInt32BE(body.length)
    return Buffer.concat([head, body])
  }
}

function openFrame(key: Uint8Array, context: Uint8Array, body: Buffer, index: number) {
  // Whether it is the last one is not written anywhere: the nonce that opens it tells.
  for (const isLast of [false, true]) {
    try {
      const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(index, isLast)).setAAD(context)
      decipher.setAuthTag(body.subarray(-TAG))
      return { plaintext: Buffer.concat([decipher.update(body.subarray(0, -TAG)), decipher.final()]), isLast }
    } catch {}
  }
  throw new OperationError(
    index === 0
      ? 'The backup does not open: another passphrase or key, or a file that was changed.'
      : 'The backup was changed or is damaged. Nothing was restored from it.',
  )
}

/**
 * Opens the frames of a file one by one.
 *
 * @param read the next bytes of the file, fewer only at its end
 * @throws OperationError when a byte was changed, added or lost
 */
export async function* openFrames(
  key: Uint8Array,
  context: Uint8Array,
  read: (length: number) => Promise<Buffer>,
): AsyncGenerator<Buffer> {
  const damaged = () =>
    new OperationError('The backup ends too early, or is damaged. Nothing was restored from it.')
  for (let index = 0; ; index += 1) {
    const head = await read(HEAD)
    const length = head.length === HEAD ? head.readUInt32BE() : 0
    if (length < TAG || length > FRAME + TAG) throw damaged()
    const body = await read(length)
    if (body.length < length) throw damaged()
    const { plaintext, isLast } = openFrame(key, context, body, index)
    yield plaintext
    if (!isLast) continue
    if ((await read(1)).length) throw damaged()
    return
  }
}
