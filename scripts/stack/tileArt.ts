import { crc32, deflateSync } from 'node:zlib'

const CELLS = 6
const CELL = 16
const SIDE = CELLS * CELL

type Colour = readonly [number, number, number]

/** Quiet pairs: ground and figure. */
const PAIRS: readonly (readonly [Colour, Colour])[] = [
  [
    [28, 36, 66],
    [122, 148, 255],
  ],
  [
    [20, 51, 45],
    [98, 206, 158],
  ],
  [
    [66, 36, 28],
    [255, 160, 122],
  ],
  [
    [56, 44, 16],
    [240, 196, 88],
  ],
]

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** Draws a tile, mirrored like a face, always the same for a number. Returns a PNG. */
export function drawTile(number: bigint): Buffer {
  const [ground, figure] = PAIRS[Number(number % BigInt(PAIRS.length))] ?? PAIRS[0] ?? []
  if (!ground || !figure) throw new Error('There are no colours.')
  const bits = BigInt.asUintN(18, (number * 2_654_435_761n) ^ (number >> 7n) ^ 0x2b5d1n)
  const rows = Array.from({ length: SIDE }, (_, y) => {
    const row = Buffer.alloc(1 + SIDE * 3)
    for (let x = 0; x < SIDE; x += 1) {
      const column = Math.floor(x / CELL)
      const mirrored = column < CELLS / 2 ? column : CELLS - 1 - column
      const bit = BigInt(Math.floor(y / CELL) * (CELLS / 2) + mirrored)
      row.set((bits >> bit) & 1n ? figure : ground, 1 + x * 3)
    }
    return row
  })
  const head = Buffer.alloc(13)
  head.writeUInt32BE(SIDE, 0)
  head.writeUInt32BE(SIDE, 4)
  // Eight bits a channel, red green and blue.
  head.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.concat(rows), { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** What a collectible of the local chain says of itself. */
export function tileUri(number: bigint): string {
  const image = `data:image/png;base64,${drawTile(number).toString('base64')}`
  const words = { name: `Tile ${number % 10_000n}`, description: 'A tile of the local chain.', image }
  return `data:application/json;base64,${Buffer.from(JSON.stringify(words)).toString('base64')}`
}
