import fc from 'fast-check'
import { expect, test } from 'vitest'
import { OperationError } from '../OperationError.ts'
import { createFrameSealer, frameContext, openFrames } from './frames.ts'

const key = new Uint8Array(32).fill(5)
const context = frameContext('head')

function sealAll(parts: readonly Uint8Array[]): Buffer {
  const sealFrame = createFrameSealer(key, context)
  return Buffer.concat(parts.map((part, index) => sealFrame(part, index === parts.length - 1)))
}

async function openAll(bytes: Buffer, from = context): Promise<Buffer[]> {
  let position = 0
  const read = async (length: number) => {
    const piece = bytes.subarray(position, position + length)
    position += piece.length
    return piece
  }
  const opened: Buffer[] = []
  for await (const part of openFrames(key, from, read)) opened.push(part)
  return opened
}

const parts = fc.array(fc.uint8Array({ maxLength: 300 }), { minLength: 1, maxLength: 6 })

test('what is sealed in frames is read back, in order', async () => {
  await fc.assert(
    fc.asyncProperty(parts, async (given) => {
      expect(await openAll(sealAll(given))).toEqual(given.map((part) => Buffer.from(part)))
    }),
  )
})

test('no byte can be changed, lost or added', async () => {
  await fc.assert(
    fc.asyncProperty(parts, fc.nat(), fc.integer({ min: 1, max: 255 }), async (given, place, change) => {
      const sealed = sealAll(given)
      const at = place % sealed.length
      const changed = Buffer.from(sealed)
      changed[at] = (changed[at] ?? 0) ^ change
      await expect(openAll(changed)).rejects.toThrow(OperationError)
      await expect(openAll(sealed.subarray(0, at))).rejects.toThrow(OperationError)
      await expect(openAll(Buffer.concat([sealed, changed.subarray(0, at + 1)]))).rejects.toThrow(
        OperationError,
      )
    }),
  )
})

test('frames of one file do not change places, and do not open in another', async () => {
  const sealFrame = createFrameSealer(key, context)
  const [one, two, three] = [
    sealFrame(Buffer.from('a'), false),
    sealFrame(Buffer.from('b'), false),
    sealFrame(Buffer.from('c'), true),
  ]
  await expect(openAll(Buffer.concat([two, one, three]))).rejects.toThrow(OperationError)
  await expect(openAll(Buffer.concat([one, three]))).rejects.toThrow(OperationError)
  await expect(openAll(Buffer.concat([one, two, three]), frameContext('other'))).rejects.toThrow(
    OperationError,
  )
})
