import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type DirectoryFile, directoryFile } from '@latchkey/service/directory'
import { shortName } from '../wallets/cleanWallets.ts'
import { encodeDrawing, encodeGreyDrawing } from '../wallets/encodeIcon.ts'
import { readTarball } from '../wallets/readTarball.ts'
import { formatDirectory } from '../wallets/writeDirectory.ts'
import { NETWORK_MARKS, OTHER_MARKS, TOKEN_MARKS, TRIAL_MARKS, WALLET_MARKS } from './chosenPictures.ts'
import { hasBadge } from './hasBadge.ts'

const FOLDER = 'package/dist/svgs/'
const DRAWING = /<svg [\s\S]*<\/svg>/
/** Scripts, and whatever reaches out of the drawing. */
const REACHES_OUT = /<(?:script|foreignObject|image|use)\b|\bon[a-z]+=|(?:href|src)=|url\((?!["']?#)/i

/** The drawing in a module of the package, which is read as text: no line of it is run. */
function drawingIn(source: string | undefined): string | undefined {
  const drawing = DRAWING.exec(source ?? '')?.[0].replaceAll('\\n', '\n')
  return drawing && !REACHES_OUT.test(drawing) ? drawing : undefined
}

/**
 * Draws the pictures of networks and tokens from the tarball of the npm package @web3icons/core (MIT), into
 * `asset-images/` and `token-images/` of a directory.
 *
 * @returns how many there are
 * @throws Error naming the first mark that the package does not have
 */
export async function drawMarks(packed: Uint8Array, folder: string): Promise<number> {
  const files = readTarball(packed, (name) => name.startsWith(FOLDER) && name.endsWith('.svg.js'))
  const draw = async (place: string, file: string, encode: typeof encodeDrawing) => {
    const drawing = drawingIn(files.get(`${FOLDER}${file}.svg.js`))
    if (!drawing) throw new Error(`The package has no drawing ${file}.`)
    writeFileSync(join(folder, `${place}.webp`), await encode(drawing))
  }
  for (const name of ['asset-images', 'token-images']) mkdirSync(join(folder, name), { recursive: true })
  const network = (id: string) => `asset-images/eip155-${id}-v1`
  const pictures = [
    ...Object.entries(NETWORK_MARKS).map(
      ([id, mark]) => [network(id), `networks/background/${mark}`, encodeDrawing] as const,
    ),
    ...Object.entries(TRIAL_MARKS).map(
      ([id, mark]) => [network(id), `networks/background/${mark}`, encodeGreyDrawing] as const,
    ),
    ...Object.entries(OTHER_MARKS).map(([id, file]) => [`asset-images/${id}`, file, encodeDrawing] as const),
    ...TOKEN_MARKS.map(
      (symbol) =>
        [`token-images/${symbol.toLowerCase()}-v1`, `tokens/background/${symbol}`, encodeDrawing] as const,
    ),
  ]
  for (const [place, file, encode] of pictures) await draw(place, file, encode)
  return pictures.length
}

type Listing = DirectoryFile['wallets'][number]

/** A picture has a new id when it changes: browsers keep it for a year. */
const newPictureId = ({ id }: Listing) => `${id.replaceAll('.', '-')}-v2`

/**
 * Takes the pictures that bear a badge out of a directory. Those that the npm package @rainbow-me/rainbowkit (MIT) has
 * come from its tarball; a wallet that is left without one is shown by its first letter. Names are made short.
 *
 * @returns how many pictures were replaced, and how many were taken out
 */
export async function removeBadges(packed: Uint8Array, folder: string) {
  const path = join(folder, 'wallets.json')
  const file = JSON.parse(readFileSync(path, 'utf8')) as DirectoryFile
  // What it answers has its fields in another order; the file keeps its own, so that a change can be read.
  directoryFile.parse(file)
  const modules = readTarball(packed, (name) => /\/wallets\/walletConnectors\/\w+-\w+\.js$/.test(name))
  const drawingOf = (mark: string | undefined) => {
    const name = [...modules.keys()].find((key) => mark && key.includes(`/${mark}-`))
    const coded = /"data:image\/svg\+xml,([^"]+)"/.exec(modules.get(name ?? '') ?? '')?.[1]
    return coded === undefined ? undefined : drawingIn(decodeURIComponent(coded))
  }
  const picture = (id: string) => join(folder, 'wallet-icons', `${id}.webp`)
  const count = { replaced: 0, taken: 0 }
  const cleaned: Listing[] = []
  for (const listing of file.wallets) {
    const { image_id: old, ...rest } = { ...listing, name: shortName(listing.name) }
    if (old === undefined || !(await hasBadge(readFileSync(picture(old))))) {
      cleaned.push({ ...listing, name: rest.name })
      continue
    }
    rmSync(picture(old))
    const drawing = drawingOf(WALLET_MARKS[listing.id])
    count[drawing ? 'replaced' : 'taken'] += 1
    const id = newPictureId(listing)
    if (drawing) writeFileSync(picture(id), await encodeDrawing(drawing))
    cleaned.push(drawing ? { ...rest, image_id: id } : rest)
  }
  writeFileSync(path, formatDirectory({ ...file, wallets: cleaned }))
  return count
}
