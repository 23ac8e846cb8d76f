import {
  BarcodeFormat,
  BinaryBitmap,
  DecodeHintType,
  Exception,
  HybridBinarizer,
  QRCodeReader,
  RGBLuminanceSource,
} from '@zxing/library'
import fc from 'fast-check'
import jsQR from 'jsqr'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { SAMPLE_URI } from '../workbench/pretend/samplePairing.ts'
import { qrPath } from './QrCode.tsx'

/** Edges of the pictures that the decoders see, px: a camera sees a code at many sizes, and no decoder reads each at every one. */
const EDGES = [600, 480, 750, 360, 900, 1050]

/** The code as the modal shows it: dark on white, with a picture of 84 % of the free square in the middle. */
const drawing = (text: string, logo: string | undefined) => (edge: number) => {
  const { path, size } = qrPath(text, logo !== undefined)
  const [at, side] = [size * 0.399, size * 0.202]
  const middle = logo
    ? `<rect x="${at}" y="${at}" width="${side}" height="${side}" rx="1.5" fill="${logo}"/>`
    : ''
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" width="${edge}" height="${edge}"><rect width="100%" height="100%" fill="#fff"/><path d="${path}" fill="#121313" fill-rule="evenodd"/>${middle}</svg>`
}

/** What two decoders read, each at the first size at which it reads anything. */
async function decode(draw: (edge: number) => string): Promise<[string | undefined, string | undefined]> {
  let read: [string | undefined, string | undefined] = [undefined, undefined]
  for (const edge of EDGES) {
    const pixels = await sharp(Buffer.from(draw(edge)))
      .ensureAlpha()
      .raw()
      .toBuffer()
    read = [read[0] ?? readByJsQr(pixels, edge), read[1] ?? readByZxing(pixels, edge)]
    if (read.every((text) => text !== undefined)) break
  }
  return read
}

const readByJsQr = (pixels: Uint8Array, edge: number) => jsQR(new Uint8ClampedArray(pixels), edge, edge)?.data

function readByZxing(pixels: Uint8Array, edge: number): string | undefined {
  const greys = new Uint8ClampedArray(edge * edge)
  for (let at = 0; at < greys.length; at += 1)
    greys[at] = ((pixels[at * 4] ?? 0) + 2 * (pixels[at * 4 + 1] ?? 0) + (pixels[at * 4 + 2] ?? 0)) / 4
  const bitmap = new BinaryBitmap(new HybridBinarizer(new RGBLuminanceSource(greys, edge, edge)))
  const hints = new Map<DecodeHintType, unknown>([
    [DecodeHintType.POSSIBLE_FORMATS, [BarcodeFormat.QR_CODE]],
    [DecodeHintType.TRY_HARDER, true],
  ])
  try {
    return new QRCodeReader().decode(bitmap, hints).getText()
  } catch (error) {
    if (error instanceof Exception) return undefined
    throw error
  }
}

it.each([
  ['without a logo', undefined],
  ['with a dark logo', '#000000'],
  ['with a light logo', '#ffffff'],
  ['with a logo of one colour', '#3b99fc'],
])('two decoders read a pairing link %s', async (_name, logo) => {
  expect(await decode(drawing(SAMPLE_URI, logo))).toEqual([SAMPLE_URI, SAMPLE_URI])
})

it.each([18, 20, 24, 32])('two decoders read a link of %i characters with a logo', async (length) => {
  const text = 'https://a.example/'.padEnd(length, 'x')
  expect(await decode(drawing(text, '#855dcd'))).toEqual([text, text])
})

/**
 * Each decoder has codes, about 1 in 200, that it finds at no size: a camera's next frame differs, a drawing does not. One
 * that both have is chance, two are not.
 */
it('any link of up to 200 characters is read by a decoder, and misread by none', async () => {
  const unread: string[] = []
  await fc.assert(
    fc.asyncProperty(
      fc.stringMatching(/^https:\/\/[a-z]{3,20}\.example\/[\w?=&.-]{0,170}$/),
      async (text) => {
        const read = (await decode(drawing(text, '#855dcd'))).filter((one) => one !== undefined)
        if (read.length === 0) unread.push(text)
        for (const one of read) expect(one).toBe(text)
      },
    ),
    // To look for a smaller link would read others, and count them.
    { numRuns: 25, endOnFailure: true },
  )
  expect(unread.slice(1)).toEqual([])
})

/** Every number of a path with its letter before it, as the places where a run begins. */
const places = (path: string) =>
  [...path.matchAll(/M([\d.]+) ([\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)] as const)

it.each([false, true])('leaves a quiet zone of 4 modules (logo: %s)', async (hasLogo) => {
  const { path, size } = qrPath(SAMPLE_URI, hasLogo)
  for (const place of places(path))
    for (const at of place) {
      expect(at).toBeGreaterThanOrEqual(4)
      expect(at).toBeLessThan(size - 4)
    }
})

it('keeps the middle free for a logo, and no more than a fifth of the area', () => {
  const { path, size } = qrPath(SAMPLE_URI, true)
  const [low, high] = [size * 0.38, size * 0.62 - 1]
  const inside = places(path).filter((place) => place.every((at) => at > low && at < high))
  expect(inside).toEqual([])
  expect(0.24 ** 2).toBeLessThan(0.2)
})

it('is denser with a logo: more of it may be covered', () => {
  expect(qrPath(SAMPLE_URI, true).size).toBeGreaterThan(qrPath(SAMPLE_URI, false).size)
})
