import { gzipSync } from 'node:zlib'

function header(name: string, size: number, kind: string): Buffer {
  const block = Buffer.alloc(512)
  block.write(name.slice(0, 100), 0)
  block.write(`${size.toString(8).padStart(11, '0')}\0`, 124)
  block.write(kind, 156)
  block.write('ustar\0', 257)
  return block
}

function entry(name: string, text: string, kind = '0'): Buffer[] {
  const body = Buffer.from(text)
  return [header(name, body.length, kind), body, Buffer.alloc((512 - (body.length % 512)) % 512)]
}

/** A record of pax counts its own length. */
function paxRecord(path: string): string {
  const rest = ` path=${path}\n`
  const length = Buffer.byteLength(rest)
  const digits = String(length + String(length).length).length
  return `${length + digits}${rest}`
}

/** A gzipped tar with these files, for tests. Long names get a pax header. */
export function testTarball(files: Readonly<Record<string, string>>): Uint8Array {
  const blocks = Object.entries(files).flatMap(([name, text]) => [
    ...(name.length > 100 ? entry('pax', paxRecord(name), 'x') : []),
    ...entry(name, text),
  ])
  return gzipSync(Buffer.concat([...blocks, Buffer.alloc(1_024)]))
}
